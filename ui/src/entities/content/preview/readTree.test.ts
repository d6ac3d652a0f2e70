import { expect, test } from 'vitest';
import type { JsonReading } from '../../../lib/json';
import { readTree, type TreeFormat } from './readTree';

const value = (of: unknown): JsonReading => ({ kind: 'value', value: of as never });
const own = (name: string, of: unknown): object =>
  Object.defineProperty({}, name, { value: of, enumerable: true });

test.each<[format: TreeFormat, what: string, text: string, reading: JsonReading]>([
  ['yaml', 'values', 'a: [1, yes, ~]\nb: 2001-12-14\n', value({ a: [1, 'yes', null], b: '2001-12-14' })],
  ['yaml', 'several documents', 'a: 1\n---\nb: 2\n', value([{ a: 1 }, { b: 2 }])],
  ['yaml', 'nothing', '', value([])],
  ['yaml', 'names that every object has', 'constructor: 1\n', value(own('constructor', 1))],
  ['yaml', 'the name of the prototype', '__proto__: 1\n', value(own('__proto__', 1))],
  ['yaml', 'no number', 'a: .nan\n', value({ a: 'NaN' })],
  ['toml', 'values', 'a = 1\n[b]\nc = 1979-05-27\n', value({ a: 1, b: { c: '1979-05-27' } })],
  ['toml', 'large numbers', 'a = 9223372036854775807\n', value({ a: '9223372036854775807' })],
  [
    'toml',
    'digits that are no number',
    `a = "0x${'f'.repeat(2_000)}"\nb = '${'1'.repeat(2_000)}'`,
    value({ a: `0x${'f'.repeat(2_000)}`, b: '1'.repeat(2_000) }),
  ],
  ['toml', 'names that every object has', 'toString = 1\n', value(own('toString', 1))],
])('%s: %s', async (format, _what, text, reading) => expect(await readTree(format, text)).toEqual(reading));

test.each<[format: TreeFormat, what: string, text: string, line: number, column: number]>([
  ['json', 'a missing colon', '{\n  "a" 1\n}', 2, 7],
  ['yaml', 'an open list', 'a: 1\nb: [1,\n', 3, 1],
  ['yaml', 'an open string', 'a: 1\nb: "x\n', 3, 1],
  ['yaml', 'a key that stands twice', 'a: 1\nb:\n  c: 1\n  "c": 2\n', 4, 3],
  ['yaml', 'a key that stands twice in a later document', 'a: 1\n---\nb: 1\nb: 2\n', 4, 1],
  ['toml', 'a number without end', `a = 1\nb = ${'1'.repeat(299_000)}`, 2, 5],
  ['toml', 'a hexadecimal number without end', `a = [1,0x${'f_f'.repeat(100_000)}]`, 1, 8],
  ['toml', 'a missing value', 'a = 1\nb =\n', 2, 4],
])('%s: a fault has its line: %s', async (format, _what, text, line, column) => {
  const reading = await readTree(format, text);
  expect(reading).toMatchObject({ kind: 'problem', line, column });
});

test('references that stand for a million values are not followed', async () => {
  const names = 'abcdefghi';
  const lines = names.split('').map((name, index) => {
    const before = names.charAt(index - 1);
    return `${name}: &${name} [${Array.from({ length: 9 }, () => (index === 0 ? 'x' : `*${before}`)).join(', ')}]`;
  });
  expect((await readTree('yaml', lines.join('\n'))).kind).toBe('problem');
});
