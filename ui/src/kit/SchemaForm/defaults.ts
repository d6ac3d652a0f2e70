import { type JsonValue, isObject, setOwn, type JsonObject } from '../../lib/json';
import { shapeOf, type Shape } from './shape';
import { refuses } from './validator';

const MAX_DEPTH = 8;

/** A schema that refers to itself in several members would be filled in without end. */
const MAX_PARTS = 1000;

/** How much of the value may still be filled in. */
interface Budget {
  left: number;
}

/** The value a form starts with: defaults, constants, and the objects and lists that have to be there. */
export function startingValue(schema: JsonValue | undefined, root: JsonObject): JsonValue | undefined {
  return fill(shapeOf(schema, root), root, 'needed', 0, { left: MAX_PARTS });
}

type Need = 'needed' | 'optional';

function fill(
  shape: Shape,
  root: JsonObject,
  need: Need,
  depth: number,
  budget: Budget,
): JsonValue | undefined {
  if (shape.default !== undefined && !(shape.kind === 'object' && isObject(shape.default)))
    return shape.default;
  if (depth > MAX_DEPTH || budget.left <= 0) return undefined;
  budget.left -= 1;
  switch (shape.kind) {
    case 'object':
      return fillObject(shape, root, need, depth, budget);
    case 'fixed':
      return need === 'needed' ? shape.value : undefined;
    case 'list':
    case 'tags':
    case 'manyChoice':
      return need === 'needed' && !shape.nullable ? fillList(shape, root, depth, budget) : undefined;
    case 'variants': {
      const first = shape.variants[0];
      return need === 'needed' && !shape.nullable && first !== undefined
        ? fill(shapeOf(first.schema, root), root, need, depth + 1, budget)
        : undefined;
    }
    case 'boolean':
      // A switch has no third position: a needed one starts, visibly, at off.
      return need === 'needed' && !shape.nullable ? false : undefined;
    default:
      return undefined;
  }
}

function fillObject(
  shape: Extract<Shape, { kind: 'object' }>,
  root: JsonObject,
  need: Need,
  depth: number,
  budget: Budget,
): JsonValue | undefined {
  const declared = isObject(shape.default) ? shape.default : undefined;
  const whole = fillMembers(shape, declared ?? {}, root, need, depth, budget);
  if (declared === undefined || whole === undefined || !refuses(shape.schema, whole, root)) return whole;
  return fillMembers({ ...shape, default: undefined }, {}, root, need, depth, budget);
}

function fillMembers(
  shape: Extract<Shape, { kind: 'object' }>,
  declared: JsonObject,
  root: JsonObject,
  need: Need,
  depth: number,
  budget: Budget,
): JsonValue | undefined {
  const start: JsonObject = { ...declared };
  let complete = true;
  let anyDefault = shape.default !== undefined;
  for (const [name, schema] of shape.properties) {
    if (Object.hasOwn(start, name)) continue;
    const isNeeded = shape.required.has(name);
    const member = shapeOf(schema, root);
    const value = fill(member, root, isNeeded ? 'needed' : 'optional', depth + 1, budget);
    if (value === undefined) {
      complete &&= !isNeeded;
      continue;
    }
    setOwn(start, name, value);
    anyDefault ||= member.default !== undefined || !isNeeded;
  }
  if (need === 'needed' && !shape.nullable) return start;
  // An optional object is only filled in where its defaults alone make it whole.
  return complete && anyDefault ? start : undefined;
}

function fillList(shape: Shape, root: JsonObject, depth: number, budget: Budget): JsonValue {
  if (shape.kind !== 'list') return [];
  const least = shape.schema['minItems'];
  const wanted = Math.min(typeof least === 'number' ? least : 0, 20);
  const items: JsonValue[] = [];
  for (let index = 0; index < wanted; index += 1) {
    items.push(itemOf(shape.prefix[index] ?? shape.items, root, depth + 1, budget));
  }
  return items;
}

/** What a freshly added entry of a list holds. A list cannot have holes, so there is always something. */
export function newItem(schema: JsonValue | undefined, root: JsonObject): JsonValue {
  return itemOf(schema, root, 0, { left: MAX_PARTS });
}

function itemOf(schema: JsonValue | undefined, root: JsonObject, depth: number, budget: Budget): JsonValue {
  const shape = shapeOf(schema, root);
  const filled = fill(shape, root, 'needed', depth, budget);
  if (filled !== undefined) return filled;
  switch (shape.kind) {
    case 'text':
      return '';
    case 'choice':
      return shape.options[0]?.value ?? null;
    case 'object':
      return {};
    default:
      return null;
  }
}
