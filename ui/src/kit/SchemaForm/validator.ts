import { Validator, type OutputUnit, type Schema, type SchemaDraft } from '@cfworker/json-schema';
import { type JsonValue, asText, countValues, isObject, type JsonObject } from '../../lib/json';
import { faultsOf, type Fault } from './faults';
import { readPointer, valueAt, type Path } from '../../lib/jsonPath';
import { inSteps, patternPlace, usable, type Formats } from './checkableSchema';

/** One place where a value breaks its schema. */
export interface FieldFault {
  path: Path;
  fault: Fault;
}

const compiled = {
  asserted: new WeakMap<JsonObject, Validator | 'unusable'>(),
  annotated: new WeakMap<JsonObject, Validator | 'unusable'>(),
};

/** A value with more values in it is not checked here: two entries of a list may have to be compared each with each. */
const MOST_VALUES = 2_000;

/** So many findings of the validator are looked at. */
const MOST_UNITS = 2_000;

/**
 * Checks a value against its schema. The page checks so that the person sees faults at once;
 * the core checks again before anything is sent. What cannot be checked here counts as valid.
 */
export function validate(schema: JsonObject, value: JsonValue, formats: Formats = 'annotated'): FieldFault[] {
  const validator = compile(schema, formats);
  if (validator === 'unusable' || isTooLarge(value)) return [];
  try {
    const { errors } = inSteps(() => validator.validate(value));
    return distinctFaults(
      withoutParents(bestBranches(errors.slice(0, MOST_UNITS).map(withPattern))).flatMap((unit) =>
        toFaults(unit, schema, value),
      ),
    );
  } catch {
    return [];
  }
}

/** Whether `value` follows `part`, a piece of the schema `root`. */
export const matches = (part: JsonValue, value: JsonValue, root: JsonObject): boolean =>
  part === true || (isObject(part) && verdict(part, value, root) === 'valid');

/** Whether `value` breaks `part`, a piece of the schema `root`. What cannot be checked here breaks nothing. */
export const refuses = (part: JsonObject, value: JsonValue, root: JsonObject): boolean =>
  verdict(part, value, root) === 'invalid';

function verdict(part: JsonObject, value: JsonValue, root: JsonObject): 'valid' | 'invalid' | 'unchecked' {
  const validator = compile(part === root ? root : withDefinitions(part, root), 'annotated');
  if (validator === 'unusable' || isTooLarge(value)) return 'unchecked';
  try {
    return inSteps(() => validator.validate(value).valid) ? 'valid' : 'invalid';
  } catch {
    return 'unchecked';
  }
}

const isTooLarge = (value: JsonValue): boolean => countValues(value, MOST_VALUES) > MOST_VALUES;

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

function compile(schema: JsonObject, formats: Formats): Validator | 'unusable' {
  let validator = compiled[formats].get(schema);
  if (validator === undefined) {
    try {
      validator = new Validator(usable(schema, formats) as Schema, draftOf(schema), false);
    } catch {
      validator = 'unusable';
    }
    compiled[formats].set(schema, validator);
  }
  return validator;
}

function draftOf(schema: JsonObject): SchemaDraft {
  const named = asText(schema['$schema']);
  if (named.includes('draft-04')) return '4';
  if (named.includes('draft-06') || named.includes('draft-07')) return '7';
  return named.includes('2019-09') ? '2019-09' : '2020-12';
}

/** The validator runs a pattern as a format. */
function withPattern(unit: OutputUnit): OutputUnit {
  const keywordLocation = patternPlace(unit);
  return keywordLocation === null ? unit : { ...unit, keyword: 'pattern', keywordLocation };
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
