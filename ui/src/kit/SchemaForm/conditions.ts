import { type JsonValue, isObject, own, type JsonObject } from '../../lib/json';
import { mergeSchemas, newWork, resolve, type Work } from './resolve';
import { shapeOf, type Shape } from './shape';
import { matches } from './validator';

type ObjectShape = Extract<Shape, { kind: 'object' }>;

/** The object's fields as they are for this value: `if`/`then`/`else`, `dependentSchemas` and `dependentRequired` applied. */
export function shapeFor(shape: ObjectShape, value: JsonValue | undefined, root: JsonObject): ObjectShape {
  const dependent = own(shape.schema, 'dependentSchemas') ?? own(shape.schema, 'dependencies');
  const dependentRequired = own(shape.schema, 'dependentRequired') ?? own(shape.schema, 'dependencies');
  if (shape.conditions.length === 0 && dependent === undefined && dependentRequired === undefined)
    return shape;

  const held = isObject(value) ? value : {};
  const work = newWork();
  let schema = shape.schema;
  for (const condition of shape.conditions) {
    const branch = matches(condition.if, held, root) ? condition.then : condition.else;
    if (branch !== undefined) schema = mergeSchemas(schema, resolve(branch, root, work).schema, work);
  }
  schema = withDependents(schema, dependent, dependentRequired, { held, root, work });
  // Fields that would take too long to find are left as they are without a value; the validator knows them.
  if (schema === shape.schema || work.values < 0) return shape;
  const { dependentSchemas: _schemas, dependentRequired: _required, dependencies: _both, ...rest } = schema;
  const next = shapeOf(rest, root);
  return next.kind === 'object' ? { ...shape, properties: next.properties, required: next.required } : shape;
}

function withDependents(
  schema: JsonObject,
  schemas: JsonValue | undefined,
  required: JsonValue | undefined,
  { held, root, work }: { held: JsonObject; root: JsonObject; work: Work },
): JsonObject {
  let result = schema;
  for (const [name, branch] of isObject(schemas) ? Object.entries(schemas) : []) {
    if (Object.hasOwn(held, name) && !Array.isArray(branch))
      result = mergeSchemas(result, resolve(branch, root, work).schema, work);
  }
  for (const [name, others] of isObject(required) ? Object.entries(required) : []) {
    if (Object.hasOwn(held, name) && Array.isArray(others))
      result = mergeSchemas(result, { required: others }, work);
  }
  return result;
}
