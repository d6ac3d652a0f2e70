import { expect, test } from 'vitest';
import { findLines } from './findLines';

test.each([
  ['nothing', 'a\nb', ' ', [], 0],
  ['any case', 'One\ntwo\nONE', 'one', ['1 One', '3 ONE'], 2],
  ['signs of patterns as they are', 'a.c\nabc', 'a.c', ['1 a.c'], 1],
  ['lines of Windows without their ends', 'a\r\nb\rb\r\n', 'b', ['2 b\rb'], 1],
  [
    'the part of a long line',
    `${'x'.repeat(500)}y${'z'.repeat(500)}`,
    'y',
    [`1 …${'x'.repeat(120)}y${'z'.repeat(120)}…`],
    1,
  ],
])('finds %s', (_what, text, query, lines, count) => {
  const found = findLines(text, query);
  expect({
    lines: found.lines.map(({ number, text: line }) => `${number} ${line}`),
    count: found.count,
  }).toEqual({
    lines,
    count,
  });
});

test('counts more lines than it shows', () => {
  const { lines, count } = findLines('a\n'.repeat(1_000), 'a');
  expect({ shown: lines.length, count }).toEqual({ shown: 200, count: 1_000 });
});
