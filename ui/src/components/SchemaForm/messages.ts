import type { OutputUnit } from '@cfworker/json-schema';
import type { JsonValue } from '../../api/generated/contract';
import { asText, isObject } from '../../lib/json';

/** A fault in plain words; `member` where it is about a member that is not there (or should not be). */
export interface Words {
  member?: string;
  message: string;
}

/** The words for one fault. They follow a field's name: "Query" + "is needed". */
export function plainWords(
  unit: OutputUnit,
  keyword: JsonValue | undefined,
  value: JsonValue | undefined,
): Words[] {
  switch (unit.keyword) {
    case 'required':
    case 'dependentRequired':
    case 'dependencies':
      return missing(unit, keyword, value);
    case 'false':
      return [{ message: 'is not known to this tool' }];
    case 'dependentSchemas':
    case 'if':
      return [];
    default:
      return [{ message: sentence(unit, keyword, value) }];
  }
}

function missing(unit: OutputUnit, keyword: JsonValue | undefined, value: JsonValue | undefined): Words[] {
  if (unit.keyword !== 'required') {
    const [, because, name] = /has "(.*)" but does not have "(.*)"/.exec(unit.error) ?? [];
    return name === undefined ? [] : [{ member: name, message: `is needed because ${because} is set` }];
  }
  if (!Array.isArray(keyword) || !isObject(value)) return [{ message: 'is not complete' }];
  return keyword
    .map(String)
    .filter((name) => !Object.hasOwn(value, name))
    .map((member) => ({ member, message: 'is needed' }));
}

const FORMATS: Record<string, string> = {
  date: 'a date like 2026-11-21',
  'date-time': 'a date and time like 2026-11-21T14:30:00Z',
  time: 'a time with its zone like 14:30:00Z',
  email: 'an e-mail address like name@example.com',
  uri: 'a whole address like https://example.com/page',
  url: 'a whole address like https://example.com/page',
  uuid: 'a UUID like 123e4567-e89b-12d3-a456-426614174000',
  hostname: 'a host name like example.com',
  ipv4: 'an IPv4 address like 192.0.2.1',
  ipv6: 'an IPv6 address like 2001:db8::1',
  duration: 'a duration like P3DT4H',
  regex: 'a regular expression',
};

function sentence(unit: OutputUnit, keyword: JsonValue | undefined, value: JsonValue | undefined): string {
  const limit = asText(keyword);
  switch (unit.keyword) {
    case 'type':
      return `should be ${typeWords(keyword)}, is ${shown(value)}`;
    case 'enum':
      return Array.isArray(keyword)
        ? `should be one of ${listed(keyword)}, is ${shown(value)}`
        : 'is none of the choices';
    case 'const':
      return `should be ${shown(keyword)}, is ${shown(value)}`;
    case 'format':
      return `should be ${FORMATS[limit] ?? limit}`;
    case 'pattern':
      return `should match the pattern ${limit}`;
    case 'minLength':
      return `should have at least ${count(limit, 'character')}`;
    case 'maxLength':
      return `should have at most ${count(limit, 'character')}`;
    case 'minimum':
      return `should be at least ${limit}`;
    case 'maximum':
      return `should be at most ${limit}`;
    case 'exclusiveMinimum':
      return `should be more than ${limit}`;
    case 'exclusiveMaximum':
      return `should be less than ${limit}`;
    case 'multipleOf':
      return `should be a multiple of ${limit}`;
    case 'minItems':
    case 'minContains':
      return `should have at least ${count(limit, 'entry')}`;
    case 'maxItems':
    case 'maxContains':
      return `should have at most ${count(limit, 'entry')}`;
    case 'uniqueItems':
      return 'should have no entry twice';
    case 'minProperties':
      return `should have at least ${count(limit, 'member')}`;
    case 'maxProperties':
      return `should have at most ${count(limit, 'member')}`;
    case 'no-oneOf':
      return / [2-9]\d* matches|1\d+ matches/.test(unit.error)
        ? 'fits more than one of its variants'
        : 'fits none of its variants';
    case 'no-anyOf':
      return 'fits none of its variants';
    case 'not':
      return 'is a value the schema forbids';
    case 'contains':
      return 'lacks an entry the schema asks for';
    default:
      return 'does not follow the schema';
  }
}

function typeWords(keyword: JsonValue | undefined): string {
  const words = [keyword].flat().map((type) => {
    switch (type) {
      case 'integer':
        return 'a whole number';
      case 'string':
        return 'text';
      case 'boolean':
        return 'true or false';
      case 'array':
        return 'a list';
      case 'object':
        return 'an object';
      case 'null':
        return 'null';
      default:
        return `a ${asText(type)}`;
    }
  });
  return words.join(' or ');
}

/** A value as it stands in a sentence: short, and text in quotation marks. */
function shown(value: JsonValue | undefined): string {
  if (value === undefined) return 'not set';
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function listed(values: JsonValue[]): string {
  const first = values.slice(0, 6).map(shown).join(', ');
  return values.length > 6 ? `${first} and ${values.length - 6} more` : first;
}

function count(limit: string, word: string): string {
  if (limit === '1') return `1 ${word}`;
  return `${limit} ${word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`}`;
}
