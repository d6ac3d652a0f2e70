import type { OutputUnit } from '@cfworker/json-schema';
import { type JsonValue, asText, isExact, isObject } from '../../lib/json';

/** A value inside a sentence: a short JSON text, or what stands for it. */
export type Shown = { kind: 'unset' | 'array' | 'object' } | { kind: 'json'; text: string };

/** Bounds on lengths and counts, by keyword. */
type CountKeyword = 'minLength' | 'maxLength' | 'minItems' | 'maxItems' | 'minProperties' | 'maxProperties';

/** Bounds on numbers, by keyword. */
type NumberKeyword = 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum' | 'multipleOf';

/** How a value breaks its schema; `core` has the words of the core. */
export type Fault =
  | { kind: 'required' | 'incomplete' | 'unknownMember' | 'noChoice' | 'inexact' }
  | { kind: 'uniqueItems' | 'contains' | 'severalVariants' | 'noVariant' | 'forbidden' | 'schema' }
  | { kind: 'core'; message: string }
  | { kind: 'requiredBy'; member: string }
  | { kind: 'notJson'; problem: string; line: number; column: number }
  | { kind: 'type'; types: readonly string[]; value: Shown }
  | { kind: 'choice'; choices: readonly Shown[]; more: number; value: Shown }
  | { kind: 'constant'; expected: Shown; value: Shown }
  | { kind: 'format'; format: string }
  | { kind: 'pattern'; pattern: string }
  | { kind: CountKeyword; limit: number }
  | { kind: NumberKeyword; limit: string };

/** A fault; `member` where it is about a member that is not there (or should not be). */
interface PlacedFault {
  member?: string;
  fault: Fault;
}

const CHOICES_MOST = 6;
const SHOWN_MOST = 60;

/** The faults behind one unit of the validator's output. */
export function faultsOf(
  unit: OutputUnit,
  keyword: JsonValue | undefined,
  value: JsonValue | undefined,
): PlacedFault[] {
  switch (unit.keyword) {
    case 'required':
    case 'dependentRequired':
    case 'dependencies':
      return missing(unit, keyword, value);
    case 'false':
      return [{ fault: { kind: 'unknownMember' } }];
    case 'dependentSchemas':
    case 'if':
      return [];
    default:
      return [{ fault: faultOf(unit, keyword, value) }];
  }
}

function missing(
  unit: OutputUnit,
  keyword: JsonValue | undefined,
  value: JsonValue | undefined,
): PlacedFault[] {
  if (unit.keyword !== 'required') {
    const [, because, name] = /has "(.*)" but does not have "(.*)"/.exec(unit.error) ?? [];
    return name === undefined || because === undefined
      ? []
      : [{ member: name, fault: { kind: 'requiredBy', member: because } }];
  }
  if (!Array.isArray(keyword) || !isObject(value)) return [{ fault: { kind: 'incomplete' } }];
  return keyword
    .map(String)
    .filter((name) => !Object.hasOwn(value, name))
    .map((member) => ({ member, fault: { kind: 'required' } }));
}

function faultOf(unit: OutputUnit, keyword: JsonValue | undefined, value: JsonValue | undefined): Fault {
  switch (unit.keyword) {
    case 'type': {
      const types = [keyword].flat().map(asText);
      const isNumeric = types.includes('integer') || types.includes('number');
      return isNumeric && isInexact(value)
        ? { kind: 'inexact' }
        : { kind: 'type', types, value: shown(value) };
    }
    case 'enum':
      return Array.isArray(keyword)
        ? {
            kind: 'choice',
            choices: keyword.slice(0, CHOICES_MOST).map(shown),
            more: Math.max(0, keyword.length - CHOICES_MOST),
            value: shown(value),
          }
        : { kind: 'noChoice' };
    case 'const':
      return { kind: 'constant', expected: shown(keyword), value: shown(value) };
    case 'format':
      return { kind: 'format', format: asText(keyword) };
    case 'pattern':
      return { kind: 'pattern', pattern: asText(keyword) };
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
    case 'minProperties':
    case 'maxProperties':
      return { kind: unit.keyword, limit: Number(keyword) };
    case 'minContains':
      return { kind: 'minItems', limit: Number(keyword) };
    case 'maxContains':
      return { kind: 'maxItems', limit: Number(keyword) };
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
    case 'multipleOf':
      return { kind: unit.keyword, limit: asText(keyword) };
    case 'uniqueItems':
    case 'contains':
      return { kind: unit.keyword };
    case 'no-oneOf':
      return {
        kind: /\((?:[2-9]|\d\d+) matches\)/u.test(unit.error) ? 'severalVariants' : noVariant(value),
      };
    case 'no-anyOf':
      return { kind: noVariant(value) };
    case 'not':
      return { kind: 'forbidden' };
    default:
      return { kind: 'schema' };
  }
}

/** Whether a value is the text of a number that stayed text because it would be sent as another one. */
const isInexact = (value: JsonValue | undefined): boolean =>
  typeof value === 'string' && Math.abs(Number(value)) > Number.MAX_SAFE_INTEGER && !isExact(value);

const noVariant = (value: JsonValue | undefined): 'inexact' | 'noVariant' =>
  isInexact(value) ? 'inexact' : 'noVariant';

function shown(value: JsonValue | undefined): Shown {
  if (value === undefined) return { kind: 'unset' };
  if (Array.isArray(value)) return { kind: 'array' };
  if (isObject(value)) return { kind: 'object' };
  const text = JSON.stringify(value);
  return { kind: 'json', text: text.length > SHOWN_MOST ? `${text.slice(0, SHOWN_MOST)}…` : text };
}
