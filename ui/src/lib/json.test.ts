import { expect, test } from 'vitest';
import { languageOf, readJson, sameJson } from './json';

const problems: [text: string, message: string, line: number, column: number][] = [
  ['', 'Value expected, but the text ends', 1, 1],
  ['{"a": }', 'Value expected', 1, 7],
  ['{\n  "a": 1,\n}', 'Extra comma before }', 2, 9],
  ['[1 2]', 'Comma or ] expected', 1, 4],
  ['{"a" 1}', 'Colon expected', 1, 6],
  ["{'a': 1}", 'Property name in double quotes expected', 1, 2],
  ["['a']", 'Strings need double quotes', 1, 2],
  ['{"a": "b', 'String has no closing quote', 1, 7],
  ['"a\\x"', 'Character must be escaped', 1, 3],
  ['{} {}', 'Unexpected text after the value', 1, 4],
  ['{"a": 01}', 'Comma or } expected', 1, 8],
  ['{"a": NaN}', 'Value expected', 1, 7],
  ['['.repeat(5_000), 'Nested too deeply', 1, 2_002],
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
