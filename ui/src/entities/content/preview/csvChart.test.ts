import { expect, test } from 'vitest';
import { chartRows, hasNumbers } from './csvChart';
import type { CsvRows } from './readCsv';

const table = (header: string[], ...rows: string[][]): CsvRows => ({ header, rows, omitted: 0, broken: [] });

test.each([
  [
    'numbers, empty cells and texts',
    table(['name', 'n'], ['a', '1.5'], ['b', ''], ['c', '-2e3'], ['d']),
    ['name', 'n'],
    [
      ['a', 1.5],
      ['b', null],
      ['c', -2000],
      ['d', null],
    ],
    true,
  ],
  [
    'what is no number among numbers, far below',
    table(['n'], ...Array.from({ length: 30 }, () => ['7']), ['n/a']),
    ['n'],
    [...Array.from({ length: 30 }, () => [7]), [null]],
    true,
  ],
  [
    'heads that are empty, repeated, or names of objects',
    table(['2', '', '2', '__proto__'], ['1', '2', '3', '4']),
    ['2', '2 (2)', '2 (3)', '__proto__'],
    [[1, 2, 3, 4]],
    true,
  ],
  [
    'more columns than are drawn',
    table(['a', 'b', 'c', 'd', 'e'], ['x', '', '', '', '1']),
    ['a', 'b', 'c', 'd'],
    [['x', null, null, null]],
    true,
  ],
  [
    'texts and empty columns alone',
    table(['a', 'b'], ['x', ''], ['y', '']),
    ['a', 'b'],
    [
      ['x', null],
      ['y', null],
    ],
    false,
  ],
  ['no lines', table(['a']), ['a'], [], false],
])('a chart of %s', (_, from, columns, rows, drawn) => {
  const made = chartRows(from, 4);
  expect({
    columns: made.columns,
    rows: made.rows.map((row) => Object.values(row)),
    drawn: hasNumbers(from, 60),
  }).toEqual({ columns, rows, drawn });
});

test('only the columns that are drawn are looked through for numbers', () => {
  const wide = table(['a', 'b', 'c'], ['x', 'y', '1']);
  expect([hasNumbers(wide, 3), hasNumbers(wide, 2)]).toEqual([true, false]);
});
