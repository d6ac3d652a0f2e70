import type { JsonValue } from '../api/generated/contract';
import { t } from '../words/translate';
import { LINE_BREAK } from './visible';

export type { JsonValue };

export type JsonObject = { [key in string]: JsonValue };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Own properties only: a server may well name an argument `constructor`. */
export function own(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Adds an own property whatever its name: assigning `__proto__` sets the prototype, and `constructor` throws where it is frozen. */
export function setOwn(object: JsonObject, key: string, value: JsonValue): void {
  Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
}

/** A value inside a sentence: text as it is, anything else as JSON, nothing as nothing. */
export function asText(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function sameJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}

/** The same value with its members in the order of their names, so that two can be compared line by line. */
export function sortedJson(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sortedJson);
  if (!isObject(value)) return value;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sortedJson(member)]));
}

/** The same text for the same value, in whatever order its members come. */
export const jsonKey = (value: JsonValue): string => JSON.stringify(sortedJson(value));

/** How many values stand in a value, itself included; beyond `most` it is not counted on. */
export function countValues(value: JsonValue, most: number): number {
  const pending: JsonValue[] = [value];
  let count = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    count += 1;
    const inside = typeof next === 'object' && next !== null ? Object.values(next) : [];
    if (count + pending.length + inside.length > most) return most + 1;
    // One by one: a call takes only some ten thousand arguments.
    for (const each of inside) pending.push(each);
  }
  return count;
}

export type JsonReading =
  | { kind: 'value'; value: JsonValue }
  | { kind: 'problem'; message: string; line: number; column: number };

/** Parses JSON text; a problem names its line and column the same way in every web view. */
export function readJson(text: string): JsonReading {
  try {
    return { kind: 'value', value: JSON.parse(text) as JsonValue };
  } catch {
    return problemAt(text, firstProblem(text));
  }
}

/** The same for text that is to be sent: a number that would be sent as another one is a problem too. */
export function readSentJson(text: string): JsonReading {
  const reading = readJson(text);
  const at = reading.kind === 'value' ? inexactAt(text) : undefined;
  return at === undefined ? reading : problemAt(text, { at, message: t('shared.json.inexact') });
}

/** Whether a number written like this is sent as it is written: beyond 2^53 not every whole number can be. */
export function isExact(literal: string): boolean {
  const size = Math.abs(Number(literal));
  const digits = literal.replace(/e.*/i, '').replace('.', '');
  // Up to 15 significant digits are kept at any size.
  return size <= Number.MAX_SAFE_INTEGER || (size < Infinity && !/[1-9]\d{14,}[1-9]/.test(digits));
}

/** Where in valid JSON the first number stands that is not exact. */
function inexactAt(text: string): number | undefined {
  let inString = false;
  for (const { 0: token, index } of text.matchAll(/\\.|"|-?\d[\d.eE+-]*/g)) {
    if (token === '"') inString = !inString;
    else if (!inString && !isExact(token)) return index;
  }
  return undefined;
}

function problemAt(text: string, { at, message }: Problem): JsonReading {
  const before = text.slice(0, at).split(LINE_BREAK);
  return {
    kind: 'problem',
    message,
    line: before.length,
    column: (before.at(-1) ?? '').length + 1,
  };
}

interface Problem {
  at: number;
  message: string;
}

class Halt extends Error {
  constructor(
    readonly at: number,
    message: string,
  ) {
    super(message);
  }
}

// `JSON.parse` words its errors differently in each engine, and WebKit gives no position at all,
// so the place is found by reading the text once more. Only runs on text that does not parse.
function firstProblem(text: string): Problem {
  try {
    const end = skipSpace(text, readValue(text, skipSpace(text, 0), 0));
    if (end < text.length) return { at: end, message: t('shared.json.trailing') };
  } catch (error) {
    if (error instanceof Halt) return { at: error.at, message: error.message };
    throw error;
  }
  return { at: 0, message: t('shared.json.invalid') };
}

const MAX_DEPTH = 2000;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
// oxlint-disable-next-line no-control-regex -- JSON forbids raw control characters in strings
const PLAIN_CHARS = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at += 1;
  return at;
}

function match(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function readValue(text: string, at: number, depth: number): number {
  if (depth > MAX_DEPTH) throw new Halt(at, t('shared.json.tooDeep'));
  const first = text.charAt(at);
  if (first === '') throw new Halt(at, t('shared.json.endsEarly'));
  if (first === '{') return readMembers(text, at + 1, depth);
  if (first === '[') return readItems(text, at + 1, depth);
  if (first === '"') return readString(text, at);
  const end = match(NUMBER, text, at) ?? match(WORD, text, at);
  if (end !== undefined) return end;
  throw new Halt(at, t(first === "'" ? 'shared.json.doubleQuotes' : 'shared.json.value'));
}

function readString(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    at = match(PLAIN_CHARS, text, at) ?? at;
    const next = text.charAt(at);
    if (next === '"') return at + 1;
    if (next === '' || next === '\n') throw new Halt(start, t('shared.json.openString'));
    const end = next === '\\' ? match(ESCAPE, text, at) : undefined;
    if (end === undefined) throw new Halt(at, t('shared.json.escape'));
    at = end;
  }
}

function readItems(text: string, start: number, depth: number): number {
  let at = skipSpace(text, start);
  if (text.charAt(at) === ']') return at + 1;
  for (;;) {
    at = skipSpace(text, readValue(text, at, depth + 1));
    if (text.charAt(at) === ']') return at + 1;
    at = readComma(text, at, ']');
  }
}

function readMembers(text: string, start: number, depth: number): number {
  let at = skipSpace(text, start);
  if (text.charAt(at) === '}') return at + 1;
  for (;;) {
    if (text.charAt(at) !== '"') throw new Halt(at, t('shared.json.propertyName'));
    at = skipSpace(text, readString(text, at));
    if (text.charAt(at) !== ':') throw new Halt(at, t('shared.json.colon'));
    at = skipSpace(text, readValue(text, skipSpace(text, at + 1), depth + 1));
    if (text.charAt(at) === '}') return at + 1;
    at = readComma(text, at, '}');
  }
}

function readComma(text: string, at: number, closing: string): number {
  if (text.charAt(at) !== ',') throw new Halt(at, t('shared.json.comma', { closing }));
  const next = skipSpace(text, at + 1);
  if (text.charAt(next) === closing) throw new Halt(at, t('shared.json.extraComma', { closing }));
  return next;
}

/** What an exact text is written in: anything but JSON is shown without colours. */
export function languageOf(text: string): 'json' | 'plain' {
  return /^\s*[[{]/.test(text) ? 'json' : 'plain';
}

/** A text; of anything else, an empty one. */
export const text = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');
