import { Validator, type OutputUnit, type Schema, type SchemaDraft } from '@cfworker/json-schema';
import { type JsonValue, asText, isObject, setOwn, type JsonObject } from '../../lib/json';
import { faultsOf, type Fault } from './faults';
import { readPointer, valueAt, type Path } from './path';

/** One place where a value breaks its schema. */
export interface FieldFault {
  path: Path;
  fault: Fault;
}

const compiled = new WeakMap<JsonObject, Validator | 'unusable'>();

/**
 * Checks a value against its schema. The page checks so that the person sees faults at once;
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

/** Values, not schemas. */
const DATA = new Set(['const', 'enum', 'default', 'examples']);

/** What holds only if something does not: weaker parts would make it stricter. */
const REVERSING = ['not', 'oneOf', 'if', 'then', 'else', 'contains', 'minContains', 'maxContains'];

/** What depends on the names that a pattern of its own has covered. */
const REST = ['additionalProperties', 'unevaluatedProperties'];

/**
 * A copy, because the validator writes into what it is given, without the parts that would make it throw or hang.
 * No pattern of a server is ever run here, for a backtracking engine may take for ever over it; the core checks
 * patterns in linear time before anything is sent. What depends on one is left to the core as well.
 */
function usable(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(usable);
  if (!isObject(schema)) return schema;
  const copy: JsonObject = {};
  for (const [key, value] of Object.entries(schema)) {
    if (DATA.has(key)) setOwn(copy, key, value);
    else if (key === 'pattern' && typeof value === 'string') continue;
    else if (key === 'patternProperties' && isObject(value)) continue;
    else if (key === 'type' && ![value].flat().every((type) => TYPES.has(asText(type)))) continue;
    else if (key === '$id' && typeof value === 'string' && !URL.canParse(value)) continue;
    else setOwn(copy, key, usable(value));
  }
  if (isObject(schema['patternProperties'])) for (const key of REST) delete copy[key];
  if (REVERSING.some((key) => needsPattern(schema[key]))) for (const key of REVERSING) delete copy[key];
  return copy;
}

/** Whether a pattern, or something behind a reference, takes part. */
function needsPattern(part: JsonValue | undefined): boolean {
  if (Array.isArray(part)) return part.some(needsPattern);
  if (!isObject(part)) return false;
  return Object.entries(part).some(
    ([key, value]) =>
      !DATA.has(key) &&
      (key === 'pattern' || key === 'patternProperties' || key === '$ref' || needsPattern(value)),
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
  return faultsOf(unit, named, here).map(({ member, fault }) => ({
    path: member === undefined ? path : [...path, member],
    fault,
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
  return faults.filter((fault) => {
    const key = JSON.stringify(fault);
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}
