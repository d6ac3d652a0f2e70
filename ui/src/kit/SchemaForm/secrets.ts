import { type JsonValue, isObject, own, setOwn, type JsonObject } from '../../lib/json';
import { shapeOf } from './shape';

/**
 * The same value with something in place of its secrets: what the schema marks by `format: password` or `writeOnly`, as
 * the core takes it. A value that no single schema describes is looked at by each that may.
 */
export function replaceSecrets(
  value: JsonValue,
  schema: JsonValue | undefined,
  root: JsonObject,
  replace: (secret: JsonValue, path: readonly string[]) => JsonValue,
): JsonValue {
  return walk(value, schema, [], { root, replace });
}

interface Walk {
  root: JsonObject;
  replace: (secret: JsonValue, path: readonly string[]) => JsonValue;
}

function walk(value: JsonValue, source: JsonValue | undefined, path: readonly string[], by: Walk): JsonValue {
  const shape = shapeOf(source, by.root);
  const { schema } = shape;
  if (schema['format'] === 'password' || schema['writeOnly'] === true) return by.replace(value, path);
  if (shape.kind === 'variants')
    return shape.variants.reduce<JsonValue>((now, variant) => walk(now, variant.schema, path, by), value);
  if (Array.isArray(value)) {
    const prefix = own(schema, 'prefixItems');
    const first = Array.isArray(prefix) ? prefix : [];
    const rest = own(schema, 'items');
    return value.map((item, index) => walk(item, first[index] ?? rest, [...path, String(index)], by));
  }
  if (!isObject(value) || shape.kind !== 'object') return value;
  const declared = new Map(shape.properties);
  const replaced: JsonObject = {};
  for (const [name, member = null] of Object.entries(value))
    setOwn(replaced, name, walk(member, declared.get(name) ?? shape.additional, [...path, name], by));
  return replaced;
}
