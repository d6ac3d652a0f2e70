import { format, type OutputUnit } from '@cfworker/json-schema';
import { type JsonValue, asText, isObject, setOwn, type JsonObject } from '../../lib/json';
import { runnable } from './patterns';

/** How often a schema may be held against a value for one check. */
const MOST_STEPS = 30_000;

/** So much of a schema, in characters, counts as one step more. */
const STEP_CHARACTERS = 256;

/** Steps that are left in the present check. */
let left = 0;

class TooManySteps extends Error {}

/** A step of a pattern, over one character, is this much less than one over a schema. */
const PATTERN_STEPS = 1_000;

/** What the validator calls a pattern: a format of this name, which is the pattern. */
const PATTERN_FORMAT = 'pattern ';

/** So many patterns are remembered; a later one is not run. */
const MOST_PATTERNS = 5_000;
let patterns = 0;

/** Runs one check; it throws after too many steps, as a schema that refers to itself twice may take without end. */
export function inSteps<T>(check: () => T): T {
  left = MOST_STEPS;
  return check();
}

function take(steps: number): void {
  left -= steps;
  if (left < 0) throw new TooManySteps();
}

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

/** The formats the validator knows by itself. */
const BUILT_IN: ReadonlySet<string> = new Set(Object.keys(format));

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

/**
 * What `format` is: an assertion in the forms of elicitation (MCP 2025-11-25, client/elicitation), an annotation in
 * every other schema (JSON Schema 2020-12, validation 7.2.1).
 */
export type Formats = 'asserted' | 'annotated';

interface Copying {
  /** Whether what stands behind a reference may be weaker than it was. */
  references: 'whole' | 'weaker';
  formats: Formats;
}

/** A copied part of a schema; `weaker` = something was left out of it, or may be of what it refers to. */
interface Copied {
  part: JsonValue;
  weaker: boolean;
}

/**
 * A copy, because the validator writes into what it is given, without the parts that would make it throw or hang, and
 * with a step counted for each time it is held against a value.
 * No pattern of a server is ever run by an engine that goes back, which may take for ever over it. What a linear one
 * cannot run, and what depends on it, is left to the core, which checks again before anything is sent.
 */
export function usable(schema: JsonValue, formats: Formats): JsonValue {
  const { part, weaker } = copySchema(schema, { references: 'whole', formats });
  return weaker ? copySchema(schema, { references: 'weaker', formats }).part : part;
}

function copySchema(schema: JsonValue, how: Copying): Copied {
  if (Array.isArray(schema)) return copyAll(schema, how);
  if (!isObject(schema)) return { part: schema, weaker: false };
  const copy: JsonObject = {};
  const matched = typeof schema['pattern'] === 'string' ? matchedAs(schema['pattern']) : null;
  let weaker = isWeakened(schema, how) || (Object.hasOwn(schema, 'pattern') && matched === null);
  let isReversed = false;
  for (const [key, value] of Object.entries(schema)) {
    if (UNREAD.has(key) || isUnusable(key, value) || isUnreadFormat(key, value, how)) continue;
    const copied = copyKeyword(key, value, how);
    setOwn(copy, key, copied.part);
    weaker ||= copied.weaker;
    isReversed ||= copied.weaker && REVERSING.includes(key);
  }
  if (isObject(schema['patternProperties'])) for (const key of REST) delete copy[key];
  if (isReversed) for (const key of REVERSING) delete copy[key];
  if (matched !== null)
    copy['allOf'] = [...(Array.isArray(copy['allOf']) ? copy['allOf'] : []), { format: matched }];
  countSteps(copy);
  return { part: copy, weaker };
}

/** The format that stands for a pattern; `null` = it cannot be run here. */
function matchedAs(pattern: string): string | null {
  const name = PATTERN_FORMAT + pattern;
  if (Object.hasOwn(format, name)) return name;
  const linear = runnable(pattern);
  if (linear === null || patterns >= MOST_PATTERNS) return null;
  patterns += 1;
  format[name] = (text) => {
    take((linear.size * text.length) / PATTERN_STEPS);
    return linear.test(text);
  };
  return name;
}

/** The place of a pattern, where a finding of the validator is about one. */
export function patternPlace({ keyword, keywordLocation, error }: OutputUnit): string | null {
  if (keyword !== 'format' || !error.includes(`"${PATTERN_FORMAT}`)) return null;
  return keywordLocation.replace(/\/allOf\/\d+\/format$/u, '/pattern');
}

function copyKeyword(key: string, value: JsonValue, how: Copying): Copied {
  if (VALUES.has(key)) return { part: value, weaker: false };
  if (!MAPS.has(key) || !isObject(value)) return copySchema(value, how);
  const copy: JsonObject = {};
  let weaker = false;
  for (const [name, schema] of Object.entries(value)) {
    const copied = copySchema(schema, how);
    setOwn(copy, name, copied.part);
    weaker ||= copied.weaker;
  }
  return { part: copy, weaker };
}

function copyAll(parts: readonly JsonValue[], how: Copying): Copied {
  const copies = parts.map((part) => copySchema(part, how));
  return { part: copies.map(({ part }) => part), weaker: copies.some(({ weaker }) => weaker) };
}

/** Whether a format says nothing. The validator would take the name of what all objects have for one it knows. */
const isUnreadFormat = (key: string, value: JsonValue, { formats }: Copying): boolean =>
  key === 'format' && (formats === 'annotated' || !BUILT_IN.has(asText(value)));

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

const isWeakened = (schema: JsonObject, how: Copying): boolean =>
  Object.hasOwn(schema, 'patternProperties') ||
  (how.references === 'weaker' && REFERENCES.some((key) => Object.hasOwn(schema, key))) ||
  Object.entries(schema).some(([key, value]) => isUnusable(key, value) && !isUnreadFormat(key, value, how));

/** Lets the validator, which reads `type` each time it holds a schema against a value, count that as a step. */
function countSteps(copy: JsonObject): void {
  const { type, properties } = copy;
  const size = JSON.stringify([copy['enum'], copy['const'], copy['required']]).length;
  const cost = 1 + (size + (isObject(properties) ? Object.keys(properties).length * 8 : 0)) / STEP_CHARACTERS;
  Object.defineProperty(copy, 'type', {
    enumerable: true,
    get: () => {
      take(cost);
      return type;
    },
  });
}
