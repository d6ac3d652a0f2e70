import {
  type JsonValue,
  countValues,
  isObject,
  jsonKey,
  own,
  sameJson,
  setOwn,
  type JsonObject,
} from '../../lib/json';

/** One `if` with its branches, gathered from the schema itself and its `allOf`. */
export interface Condition {
  if: JsonValue;
  then: JsonValue | undefined;
  else: JsonValue | undefined;
}

/** A schema with its references followed and its `allOf` merged in. */
export interface Resolved {
  schema: JsonObject;
  conditions: Condition[];
  /** `broken`: part of it cannot be followed, and the value is edited as JSON. */
  extent: 'whole' | 'broken';
}

const NEVER: JsonObject = { not: {} };

/** So many parts of schemas are merged into one: a few lines that refer to each other twice each stand for a million. */
const MOST_PARTS = 1_000;

/** So many values are looked at to merge them: each part is held against all that was merged before it. */
const MOST_VALUES = 300_000;

/** What merging may still take, for all schemas that one look at a form follows. */
export interface Work {
  values: number;
}

export const newWork = (): Work => ({ values: MOST_VALUES });

/** What following one schema may still take. */
interface Budget extends Work {
  parts: number;
}

/** Follows `$ref` within the document and merges `allOf`. Never throws and always ends, whatever a server sends. */
export function resolve(schema: JsonValue | undefined, root: JsonObject, work: Work = newWork()): Resolved {
  const budget: Budget = { parts: MOST_PARTS, values: work.values };
  const resolved = follow(schema, root, [], budget);
  work.values = budget.values;
  return resolved;
}

function follow(
  schema: JsonValue | undefined,
  root: JsonObject,
  seen: readonly string[],
  budget: Budget,
): Resolved {
  budget.parts -= 1;
  budget.values -= 1;
  if (isSpent(budget)) return plain({}, 'broken');
  if (schema === undefined || schema === true) return plain({});
  if (schema === false) return plain(NEVER);
  if (!isObject(schema)) return plain({}, 'broken');

  const { $ref: ref, $dynamicRef: dynamicRef, allOf, if: when, then, else: otherwise, ...rest } = schema;
  let result: Resolved = plain(rest);
  // `then` is a keyword of JSON Schema here; nobody awaits this object.
  // oxlint-disable-next-line unicorn/no-thenable
  if (when !== undefined) result.conditions.push({ if: when, then, else: otherwise });

  const target = ref ?? dynamicRef;
  if (typeof target === 'string') {
    if (seen.includes(target)) return plain(rest, 'broken');
    const found = lookUp(target, root);
    if (found === undefined) return plain(rest, 'broken');
    result = mergeResolved(result, follow(found, root, [...seen, target], budget), budget);
  }
  if (Array.isArray(allOf)) {
    for (const part of allOf) {
      if (isSpent(budget)) break;
      result = mergeResolved(result, follow(part, root, seen, budget), budget);
    }
  }
  return result;
}

const isSpent = ({ parts, values }: Budget): boolean => parts < 0 || values < 0;

function plain(schema: JsonObject, extent: Resolved['extent'] = 'whole'): Resolved {
  return { schema, conditions: [], extent };
}

function mergeResolved(a: Resolved, b: Resolved, budget: Budget): Resolved {
  const schema = mergeSchemas(a.schema, b.schema, budget);
  return {
    schema,
    conditions: [...a.conditions, ...b.conditions],
    extent: a.extent === 'broken' || isSpent(budget) ? 'broken' : b.extent,
  };
}

function lookUp(ref: string, root: JsonObject): JsonValue | undefined {
  const id = own(root, '$id');
  const local = typeof id === 'string' && ref.startsWith(id) ? ref.slice(id.length) || '#' : ref;
  if (local === '#') return root;
  if (local.startsWith('#/')) return lookUpPointer(local, root);
  return local.startsWith('#') ? lookUpAnchor(local.slice(1), root) : undefined;
}

function lookUpPointer(pointer: string, root: JsonObject): JsonValue | undefined {
  let here: JsonValue | undefined = root;
  for (const raw of pointer.slice(2).split('/')) {
    const part = safeDecode(raw).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(here)) here = here[Number(part)];
    else here = isObject(here) ? own(here, part) : undefined;
  }
  return here;
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function lookUpAnchor(name: string, root: JsonObject): JsonValue | undefined {
  for (const place of ['$defs', 'definitions']) {
    const definitions = own(root, place);
    if (!isObject(definitions)) continue;
    const found = Object.values(definitions).find(
      (entry) => isObject(entry) && (entry['$anchor'] === name || entry['$dynamicAnchor'] === name),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Both schemas at once, as far as a form needs it; the validator always holds values against the original. Once the
 * work is spent the rest of the second one is left out.
 */
export function mergeSchemas(a: JsonObject, b: JsonObject, work: Work): JsonObject {
  const merged: JsonObject = { ...b, ...a };
  work.values -= Object.keys(merged).length;
  for (const [key, theirs] of Object.entries(b)) {
    const ours = own(a, key);
    if (ours === undefined || ours === theirs) continue;
    work.values -= countValues([ours, theirs], MOST_VALUES);
    if (work.values < 0) break;
    if (sameJson(ours, theirs)) continue;
    const both = mergeKeyword(key, ours, theirs);
    if (both !== undefined) setOwn(merged, key, both);
  }
  return merged;
}

function mergeKeyword(key: string, a: JsonValue, b: JsonValue): JsonValue | undefined {
  switch (key) {
    case 'properties':
    case 'patternProperties':
    case '$defs':
    case 'definitions':
      return isObject(a) && isObject(b) ? mergeMembers(a, b) : undefined;
    case 'required':
    case 'examples':
      return Array.isArray(a) && Array.isArray(b) ? [...new Set([...a, ...b])] : undefined;
    case 'enum':
      return Array.isArray(a) && Array.isArray(b) ? inBoth(a, b) : undefined;
    case 'type':
      return mergeTypes(a, b);
    case 'items':
    case 'additionalProperties':
      if (a === false || b === false) return false;
      return { allOf: [a, b] };
    case 'minimum':
    case 'exclusiveMinimum':
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return typeof a === 'number' && typeof b === 'number' ? Math.max(a, b) : undefined;
    case 'maximum':
    case 'exclusiveMaximum':
    case 'maxLength':
    case 'maxItems':
    case 'maxProperties':
      return typeof a === 'number' && typeof b === 'number' ? Math.min(a, b) : undefined;
    default:
      return undefined;
  }
}

function mergeMembers(a: JsonObject, b: JsonObject): JsonObject {
  const merged: JsonObject = { ...a };
  for (const [name, theirs] of Object.entries(b)) {
    const ours = own(a, name);
    const both = ours === undefined || sameJson(ours, theirs) ? theirs : { allOf: [ours, theirs] };
    setOwn(merged, name, both);
  }
  return merged;
}

function inBoth(a: readonly JsonValue[], b: readonly JsonValue[]): JsonValue[] {
  const theirs = new Set(b.map(jsonKey));
  return a.filter((value) => theirs.has(jsonKey(value)));
}

function mergeTypes(a: JsonValue, b: JsonValue): JsonValue | undefined {
  const ours = Array.isArray(a) ? a : [a];
  const theirs = Array.isArray(b) ? b : [b];
  const common = ours.flatMap((type) => {
    if (theirs.includes(type)) return [type];
    if (type === 'number' && theirs.includes('integer')) return ['integer'];
    return type === 'integer' && theirs.includes('number') ? ['integer'] : [];
  });
  if (common.length === 0) return undefined;
  return common.length === 1 ? common[0] : common;
}
