import { expect, test } from 'vitest';
import { languageOf, readJson, sameJson } from './json';

const problems: [text: string, message: string, line: number, column: number][] = [
  ['', 'The text ends where a value should be', 1, 1],
  ['{"a": }', 'A value should be here', 1, 7],
  ['{\n  "a": 1,\n}', 'The comma before } is one too many', 2, 9],
  ['[1 2]', 'A comma or ] should be here', 1, 4],
  ['{"a" 1}', 'A colon should be here', 1, 6],
  ["{'a': 1}", 'A name in double quotes should be here', 1, 2],
  ["['a']", 'Text needs double quotes', 1, 2],
  ['{"a": "b', 'This text has no closing quote', 1, 7],
  ['"a\\x"', 'This character must be escaped', 1, 3],
  ['{} {}', 'Nothing may follow the value', 1, 4],
  ['{"a": 01}', 'A comma or } should be here', 1, 8],
  ['{"a": NaN}', 'A value should be here', 1, 7],
  ['['.repeat(5_000), 'This is nested too deeply', 1, 2_002],
];

test.each(problems)('%s is named with its place', (text, message, line, column) => {
  expect(readJson(text)).toEqual({ kind: 'problem', message, line, column });
});

test.each(['{"a":[1,-2.5e3,true,null,"\\u00e9"]}', ' [] ', '"x"', '0'])('%s is read', (text) => {
  expect(readJson(text)).toEqual({ kind: 'value', value: JSON.parse(text) });
});

test('sameness looks at values, not at the order of members', () => {
  expect(sameJson({ a: 1, b: [null] }, { b: [null], a: 1 })).toBe(true);
  expect(sameJson({ a: 1 }, { a: 1, b: undefined as never })).toBe(false);
  expect(sameJson([], {})).toBe(false);
});

test.each([
  ['{"openapi":"3.1.0"}', 'json'],
  ['\n  [1]', 'json'],
  ['openapi: 3.1.0\n', 'plain'],
  ['', 'plain'],
])('%j is shown as %s', (text, expected) => {
  expect(languageOf(text)).toBe(expected);
});
