import { type JsonValue, asText, isObject, setOwn, type JsonObject } from '../../lib/json';

/** How often a schema may be held against a value for one check. */
const MOST_STEPS = 30_000;

/** So much of a schema, in characters, counts as one step more. */
const STEP_CHARACTERS = 256;

/** Steps that are left in the present check. */
let left = 0;

class TooManySteps extends Error {}

/** Runs one check; it throws after too many steps, as a schema that refers to itself twice may take without end. */
export function inSteps<T>(check: () => T): T {
  left = MOST_STEPS;
  return check();
}

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

/** Formats whose check may take for ever over a text. */
const ENDLESS_FORMATS = new Set(['url', 'regex']);

/** Keywords whose value says nothing to the check. */
const UNREAD = new Set([
  'default',
  'examples',
  '$comment',
  'title',
  'description',
  'pattern',
  'patternProperties',
]);

/** Keywords that hold values, not schemas. */
const VALUES = new Set(['const', 'enum', 'required', 'dependentRequired']);

/** Keywords that hold schemas by name. */
const MAPS = new Set(['properties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']);

/** What holds only if something does not: weaker parts would make it stricter. */
const REVERSING = ['not', 'oneOf', 'if', 'then', 'else', 'contains', 'minContains', 'maxContains'];

/** What depends on the names that a pattern of its own has covered. */
const REST = ['additionalProperties', 'unevaluatedProperties'];

const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'];

/** A copied part of a schema; `weaker` = something was left out of it, or stands behind a reference. */
interface Copied {
  part: JsonValue;
  weaker: boolean;
}

/**
 * A copy, because the validator writes into what it is given, without the parts that would make it throw or hang, and
 * with a step counted for each time it is held against a value.
 * No pattern of a server is ever run here, for a backtracking engine may take for ever over it; the core checks
 * patterns in linear time before anything is sent. What depends on one is left to the core as well.
 */
export const usable = (schema: JsonValue): JsonValue => copySchema(schema).part;

function copySchema(schema: JsonValue): Copied {
  if (Array.isArray(schema)) return copyAll(schema);
  if (!isObject(schema)) return { part: schema, weaker: false };
  const copy: JsonObject = {};
  let weaker = isWeakened(schema);
  let isReversed = false;
  for (const [key, value] of Object.entries(schema)) {
    if (UNREAD.has(key) || isUnusable(key, value)) continue;
    const copied = copyKeyword(key, value);
    setOwn(copy, key, copied.part);
    weaker ||= copied.weaker;
    isReversed ||= copied.weaker && REVERSING.includes(key);
  }
  if (isObject(schema['patternProperties'])) for (const key of REST) delete copy[key];
  if (isReversed) for (const key of REVERSING) delete copy[key];
  countSteps(copy);
  return { part: copy, weaker };
}

function copyKeyword(key: string, value: JsonValue): Copied {
  if (VALUES.has(key)) return { part: value, weaker: false };
  if (!MAPS.has(key) || !isObject(value)) return copySchema(value);
  const copy: JsonObject = {};
  let weaker = false;
  for (const [name, schema] of Object.entries(value)) {
    const copied = copySchema(schema);
    setOwn(copy, name, copied.part);
    weaker ||= copied.weaker;
  }
  return { part: copy, weaker };
}

function copyAll(parts: readonly JsonValue[]): Copied {
  const copies = parts.map(copySchema);
  return { part: copies.map(({ part }) => part), weaker: copies.some(({ weaker }) => weaker) };
}

/** Whether a keyword has a value that the validator would throw or hang over. */
function isUnusable(key: string, value: JsonValue): boolean {
  switch (key) {
    case 'type':
      return ![value].flat().every((type) => TYPES.has(asText(type)));
    case 'format':
      return ENDLESS_FORMATS.has(asText(value));
    case '$id':
      return typeof value === 'string' && !URL.canParse(value);
    default:
      return false;
  }
}

const isWeakened = (schema: JsonObject): boolean =>
  Object.hasOwn(schema, 'pattern') ||
  Object.hasOwn(schema, 'patternProperties') ||
  REFERENCES.some((key) => Object.hasOwn(schema, key)) ||
  Object.entries(schema).some(([key, value]) => isUnusable(key, value));

/** Lets the validator, which reads `type` each time it holds a schema against a value, count that as a step. */
function countSteps(copy: JsonObject): void {
  const { type, properties } = copy;
  const size = JSON.stringify([copy['enum'], copy['const'], copy['required']]).length;
  const cost = 1 + (size + (isObject(properties) ? Object.keys(properties).length * 8 : 0)) / STEP_CHARACTERS;
  Object.defineProperty(copy, 'type', {
    enumerable: true,
    get: () => {
      left -= cost;
      if (left < 0) throw new TooManySteps();
      return type;
    },
  });
}
