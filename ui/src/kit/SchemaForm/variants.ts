import { type JsonValue, isObject, type JsonObject } from '../../lib/json';
import { shapeOf, type Variant } from './shape';
import { matches, validate } from './validator';

/** Which variant a value most likely follows: one it is valid for, else the one it comes closest to. */
export function closestVariant(
  variants: readonly Variant[],
  value: JsonValue | undefined,
  root: JsonObject,
): number {
  if (value === undefined) return 0;
  const fitting = variants.findIndex(({ schema }) => matches(schema, value, root));
  if (fitting >= 0) return fitting;
  const scores = variants.map(({ schema }) => likeness(schema, value, root));
  return Math.max(0, scores.indexOf(Math.max(...scores)));
}

function likeness(schema: JsonObject, value: JsonValue, root: JsonObject): number {
  const shape = shapeOf(schema, root);
  if (shape.kind === 'object') {
    if (!isObject(value)) return -1;
    let score = 1;
    for (const [name, member] of shape.properties) {
      if (!Object.hasOwn(value, name)) continue;
      const inner = shapeOf(member, root);
      const wrongConstant = inner.kind === 'fixed' && validate(inner.schema, value[name] ?? null).length > 0;
      score += wrongConstant ? -1000 : inner.kind === 'fixed' ? 1000 : 1;
    }
    return score;
  }
  switch (typeof value) {
    case 'string':
      return shape.kind === 'text' || shape.kind === 'choice' ? 1 : -1;
    case 'number':
      return shape.kind === 'number' ? 1 : -1;
    case 'boolean':
      return shape.kind === 'boolean' ? 1 : -1;
    default:
      return Array.isArray(value) && ['list', 'tags', 'manyChoice'].includes(shape.kind) ? 1 : -1;
  }
}
