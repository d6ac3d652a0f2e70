import { type JsonValue, isObject, own, type JsonObject } from '../../lib/json';
import { mergeSchemas, resolve } from './resolve';
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
  let schema = shape.schema;
  for (const condition of shape.conditions) {
    const branch = matches(condition.if, held, root) ? condition.then : condition.else;
    if (branch !== undefined) schema = mergeSchemas(schema, resolve(branch, root).schema);
  }
  schema = withDependents(schema, dependent, dependentRequired, held, root);
  if (schema === shape.schema) return shape;
  const { dependentSchemas: _schemas, dependentRequired: _required, dependencies: _both, ...rest } = schema;
  const next = shapeOf(rest, root);
  return next.kind === 'object' ? { ...shape, properties: next.properties, required: next.required } : shape;
}

function withDependents(
  schema: JsonObject,
  schemas: JsonValue | undefined,
  required: JsonValue | undefined,
  held: JsonObject,
  root: JsonObject,
): JsonObject {
  let result = schema;
  for (const [name, branch] of isObject(schemas) ? Object.entries(schemas) : []) {
    if (Object.hasOwn(held, name) && !Array.isArray(branch))
      result = mergeSchemas(result, resolve(branch, root).schema);
  }
  for (const [name, others] of isObject(required) ? Object.entries(required) : []) {
    if (Object.hasOwn(held, name) && Array.isArray(others))
      result = mergeSchemas(result, { required: others });
  }
  return result;
}
