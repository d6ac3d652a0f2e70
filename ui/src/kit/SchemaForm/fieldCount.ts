import { useState } from 'react';
import { type JsonValue, countValues, isObject, own, type JsonObject } from '../../lib/json';
import { shapeFor } from './conditions';
import { shapeOf, type Shape } from './shape';

/** A form draws at most so many fields, and so many entries of one list. What would have more is edited as JSON. */
export const MOST_FIELDS = 100;

/** Deeper than this, parts that are not set start folded, so that a schema that contains itself does not unfold without end. */
export const OPEN_DEPTH = 3;

/** Whether a part of a form is edited as JSON because it would have too many fields. While it stands it stays so. */
export function useTooLong(
  shape: Shape,
  value: JsonValue | undefined,
  root: JsonObject,
  depth: number,
): boolean {
  const [was, setWas] = useState(false);
  const is = was || fieldsIn(shape, value, root, depth) > MOST_FIELDS;
  if (is !== was) setWas(is);
  return is;
}

const counts = new WeakMap<object, WeakMap<JsonObject, number>>();

/** The fields of a part with everything open that starts open; beyond the most it is not counted on. */
function fieldsIn(shape: Shape, value: JsonValue | undefined, root: JsonObject, depth: number): number {
  if (typeof value !== 'object' || value === null) return countFields(shape, value, root, depth);
  let known = counts.get(value);
  if (known === undefined) counts.set(value, (known = new WeakMap()));
  let count = known.get(shape.schema);
  if (count === undefined) known.set(shape.schema, (count = countFields(shape, value, root, depth)));
  return count;
}

function countFields(shape: Shape, value: JsonValue | undefined, root: JsonObject, depth: number): number {
  switch (shape.kind) {
    case 'object':
      return countMembers(shape, value, root, depth);
    case 'list':
      return sumOf(Array.isArray(value) ? value : [], (item, index) =>
        shareOf(shape.prefix[index] ?? shape.items, item, root, depth + 1),
      );
    case 'tags':
    case 'manyChoice':
      return Array.isArray(value) ? value.length : 1;
    case 'variants':
      return value === undefined ? 1 : countValues(value, MOST_FIELDS);
    default:
      return 1;
  }
}

function countMembers(
  declared: Extract<Shape, { kind: 'object' }>,
  value: JsonValue | undefined,
  root: JsonObject,
  depth: number,
): number {
  if (value === undefined && depth >= OPEN_DEPTH) return 1;
  const held: JsonObject = isObject(value) ? value : {};
  const { properties, additional } = shapeFor(declared, value, root);
  const schemas = new Map(properties);
  const others = Object.keys(held).filter((name) => !schemas.has(name));
  const schemaOfOthers = typeof additional === 'boolean' ? undefined : additional;
  return sumOf([...schemas.keys(), ...others], (name) =>
    shareOf(schemas.get(name) ?? schemaOfOthers, own(held, name), root, depth + 1),
  );
}

/** What a part adds to the fields of the part it stands in: one, if it is a single control or JSON. */
function shareOf(
  schema: JsonValue | undefined,
  value: JsonValue | undefined,
  root: JsonObject,
  depth: number,
): number {
  const shape = shapeOf(schema, root);
  if (shape.kind === 'tags' || shape.kind === 'manyChoice') return 1;
  const fields = fieldsIn(shape, value, root, depth);
  return fields > MOST_FIELDS ? 1 : Math.max(1, fields);
}

function sumOf<T>(parts: readonly T[], fieldsOf: (part: T, index: number) => number): number {
  if (parts.length > MOST_FIELDS) return parts.length;
  let sum = 0;
  for (const [index, part] of parts.entries()) {
    sum += fieldsOf(part, index);
    if (sum > MOST_FIELDS) break;
  }
  return sum;
}
