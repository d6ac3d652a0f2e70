import { expect, test } from 'vitest';
import { isExact, languageOf, readJson, readSentJson, sameJson } from './json';

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

test('lines are counted as an editor shows them', () => {
  expect(readJson('{\r"a": 1,\r\n"b"}')).toMatchObject({ kind: 'problem', line: 3, column: 4 });
});

test.each([
  ['0', true],
  ['-9007199254740991', true],
  ['9007199254740993', false],
  ['-9007199254740993.0', false],
  ['9007199254740993e0', false],
  ['12345678901234567890', false],
  ['10000000000000000000000', true],
  ['6.02214076e23', true],
  ['0.1', true],
  ['3.14159265358979323846', true],
  ['1e400', false],
])('%s is sent exactly: %s', (literal, expected) => {
  expect(isExact(literal)).toBe(expected);
});

test.each<[text: string, line: number, column: number]>([
  ['{"id": 9007199254740993}', 1, 8],
  ['["9007199254740993\\"",\n -1e999]', 2, 2],
])('%s is not sent as another number', (text, line, column) => {
  const message = 'Number is too large to be sent exactly';
  expect(readSentJson(text)).toEqual({ kind: 'problem', message, line, column });
  expect(readJson(text).kind, 'but can be looked at').toBe('value');
});

test.each(['{"9007199254740993":"a 9007199254740993\\" 9007199254740993"}', '[1,-2.5e3]', '"x"'])(
  '%s is sent as it is',
  (text) => {
    expect(readSentJson(text)).toEqual({ kind: 'value', value: JSON.parse(text) });
  },
);

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
