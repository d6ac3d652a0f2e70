import { type JsonValue, isObject, own, type JsonObject } from '../../lib/json';
import { shapeOf } from './shape';

/** The same value with its members in the order the schema names them, so that JSON reads like the form. */
export function inSchemaOrder(value: JsonValue, schema: JsonValue | undefined, root: JsonObject): JsonValue {
  if (!isObject(value)) return value;
  const shape = shapeOf(schema, root);
  if (shape.kind !== 'object') return value;
  const known = shape.properties.filter(([name]) => Object.hasOwn(value, name));
  const names = new Set(known.map(([name]) => name));
  return Object.fromEntries([
    ...known.map(([name, member]) => [name, inSchemaOrder(own(value, name) ?? null, member, root)] as const),
    ...Object.entries(value).filter(([name]) => !names.has(name)),
  ]);
}
