import { Validator, type OutputUnit, type Schema, type SchemaDraft } from '@cfworker/json-schema';
import type { JsonValue } from '../../api/generated/contract';
import { asText, isObject, type JsonObject } from '../../lib/json';
import { plainWords } from './messages';
import { displayPath, readPointer, valueAt, type Path } from './path';

/** One place where a value breaks its schema. */
export interface FieldFault {
  path: Path;
  message: string;
}

const compiled = new WeakMap<JsonObject, Validator | 'unusable'>();

/**
 * Holds a value against its schema, in plain words. The page checks so that the person sees faults at once;
 * the core checks again before anything is sent. What cannot be checked here counts as valid.
 */
export function validate(schema: JsonObject, value: JsonValue): FieldFault[] {
  const validator = compile(schema);
  if (validator === 'unusable') return [];
  try {
    const { errors } = validator.validate(value);
    return distinctFaults(
      withoutParents(bestBranches(errors)).flatMap((unit) => toFaults(unit, schema, value)),
    );
  } catch {
    return [];
  }
}

/** Whether `value` follows `part`, a piece of the schema `root`. */
export function matches(part: JsonValue, value: JsonValue, root: JsonObject): boolean {
  if (part === true) return true;
  if (!isObject(part)) return false;
  const whole = part === root ? root : withDefinitions(part, root);
  const validator = compile(whole);
  if (validator === 'unusable') return false;
  try {
    return validator.validate(value).valid;
  } catch {
    return false;
  }
}

const parts = new WeakMap<JsonObject, JsonObject>();

function withDefinitions(part: JsonObject, root: JsonObject): JsonObject {
  let whole = parts.get(part);
  if (whole === undefined) {
    const { $defs, definitions, $schema } = root;
    whole = { ...part };
    if ($schema !== undefined) whole['$schema'] = $schema;
    if ($defs !== undefined) whole['$defs'] = $defs;
    if (definitions !== undefined) whole['definitions'] = definitions;
    parts.set(part, whole);
  }
  return whole;
}

function compile(schema: JsonObject): Validator | 'unusable' {
  let validator = compiled.get(schema);
  if (validator === undefined) {
    try {
      validator = new Validator(usable(schema) as Schema, draftOf(schema), false);
    } catch {
      validator = 'unusable';
    }
    compiled.set(schema, validator);
  }
  return validator;
}

function draftOf(schema: JsonObject): SchemaDraft {
  const named = asText(schema['$schema']);
  if (named.includes('draft-04')) return '4';
  if (named.includes('draft-06') || named.includes('draft-07')) return '7';
  return named.includes('2019-09') ? '2019-09' : '2020-12';
}

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

// A copy, because the validator writes into what it is given, without the parts that would make it throw or hang.
function usable(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(usable);
  if (!isObject(schema)) return schema;
  const copy: JsonObject = {};
  for (const [key, value] of Object.entries(schema)) {
    if (['const', 'enum', 'default', 'examples'].includes(key)) copy[key] = value;
    else if (key === 'pattern' && typeof value === 'string' && !isSafePattern(value)) continue;
    else if (key === 'patternProperties' && isObject(value) && !Object.keys(value).every(isSafePattern))
      continue;
    else if (key === 'type' && ![value].flat().every((type) => TYPES.has(asText(type)))) continue;
    else if (key === '$id' && typeof value === 'string' && !URL.canParse(value)) continue;
    else copy[key] = usable(value);
  }
  return copy;
}

/**
 * Whether a pattern may run here: it compiles, and holds no repeated group with a repetition or choice inside,
 * which can take for ever in a backtracking engine. The core checks the others in linear time.
 */
function isSafePattern(pattern: string): boolean {
  try {
    // The constructor is the only way to learn whether a pattern compiles.
    // oxlint-disable-next-line no-new
    new RegExp(pattern, 'u');
  } catch {
    return false;
  }
  return (
    pattern.length < 1000 &&
    !/\((?:[^()\\]|\\.)*[*+}|](?:[^()\\]|\\.)*\)(?:[*+]|\{\d+,)|\)\)[*+{]|\\\d/.test(pattern)
  );
}

const PARENTS = new Set([
  'properties',
  'items',
  'prefixItems',
  'additionalProperties',
  'patternProperties',
  '$ref',
  'allOf',
  'if',
  'additionalItems',
  'dependentSchemas',
  'unevaluatedItems',
  'unevaluatedProperties',
  'propertyNames',
]);

function withoutParents(units: OutputUnit[]): OutputUnit[] {
  const leaves = units.filter(({ keyword }) => !PARENTS.has(keyword));
  return leaves.length > 0 ? leaves : units;
}

/** Where no branch of an `anyOf` or `oneOf` fits, only the faults of the one that comes closest are of use. */
function bestBranches(units: OutputUnit[]): OutputUnit[] {
  const fork = units.find(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  if (fork === undefined) return units;
  const inside = units.filter(
    (unit) =>
      unit !== fork &&
      unit.keywordLocation.startsWith(`${fork.keywordLocation}/`) &&
      unit.instanceLocation.startsWith(fork.instanceLocation),
  );
  const outside = units.filter((unit) => unit !== fork && !inside.includes(unit));
  const groups = new Map<string, OutputUnit[]>();
  for (const unit of inside) {
    const branch = unit.keywordLocation.slice(fork.keywordLocation.length + 1).split('/')[0] ?? '';
    groups.set(branch, [...(groups.get(branch) ?? []), unit]);
  }
  const candidates = [...groups.values()].filter((group) => !group.some((unit) => missesAtRoot(unit, fork)));
  const ranked = candidates.map((group) => bestBranches(group)).toSorted((a, b) => distance(a) - distance(b));
  const best = ranked[0];
  return bestBranches(
    best === undefined ? [...outside, { ...fork, keyword: `no-${fork.keyword}` }] : [...outside, ...best],
  );
}

function missesAtRoot(unit: OutputUnit, fork: OutputUnit): boolean {
  return unit.instanceLocation === fork.instanceLocation && ['type', 'const', 'enum'].includes(unit.keyword);
}

// A wrong constant means another variant was meant; that weighs more than any number of open fields.
function distance(units: OutputUnit[]): number {
  return units.reduce((sum, { keyword }) => sum + (keyword === 'const' || keyword === 'enum' ? 1000 : 1), 0);
}

function toFaults(unit: OutputUnit, schema: JsonObject, value: JsonValue): FieldFault[] {
  const path = readPointer(unit.instanceLocation, value);
  const named = keywordAt(unit.keywordLocation, schema);
  const here = valueAt(value, path);
  return plainWords(unit, named, here).map(({ member, message }) => ({
    path: member === undefined ? path : [...path, member],
    message,
  }));
}

/** The value of the keyword a fault names, with references on the way followed. */
function keywordAt(location: string, schema: JsonObject): JsonValue | undefined {
  let here: JsonValue | undefined = schema;
  for (const part of readPointer(location, {}).map(String)) {
    if (Array.isArray(here)) here = here[Number(part)];
    else if (!isObject(here)) return undefined;
    else if (part === '$ref') here = valueAt(schema, readPointer(asText(here['$ref']), schema));
    else here = Object.hasOwn(here, part) ? here[part] : undefined;
  }
  return here;
}

function distinctFaults(faults: FieldFault[]): FieldFault[] {
  const seen = new Set<string>();
  return faults.filter(({ path, message }) => {
    const key = `${displayPath(path)}\n${message}`;
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}
