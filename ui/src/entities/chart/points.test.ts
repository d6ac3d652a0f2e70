import { expect, test } from 'vitest';
import { tableOf, type JsonRows } from '../../kit/Table/jsonTable';
import type { JsonValue } from '../../lib/json';
import { firstPlan, numberColumns, pointsOf, type Plan, type Point } from './points';

const table = (rows: JsonValue): JsonRows => {
  const found = tableOf(rows);
  if (found === null) throw new Error('these rows are a table');
  return found;
};

const CITIES = table([
  { city: 'Lisbon', celsius: 21.5, rain: 2 },
  { city: 'Oslo', celsius: -3, rain: null },
]);

test.each<[what: string, rows: JsonRows, numbers: string[], plan: Plan | null]>([
  ['names and numbers', CITIES, ['celsius', 'rain'], { kind: 'bar', x: 'city', y: ['celsius'] }],
  [
    'two columns of numbers',
    table([
      { a: 1.5, b: 2 },
      { a: 0, b: -4 },
    ]),
    ['a', 'b'],
    { kind: 'scatter', x: 'a', y: ['b'] },
  ],
  ['one column of numbers', table([{ a: 1 }, { a: 2 }]), ['a'], { kind: 'bar', x: null, y: ['a'] }],
  [
    'a column that counts, among others',
    table([
      { sky: 'snow', high: 4, day: 1 },
      { sky: 'rain', high: 9, day: 2 },
      { sky: 'sun', high: 7, day: 3 },
    ]),
    ['high', 'day'],
    { kind: 'line', x: 'day', y: ['high'] },
  ],
  [
    'dates, and numbers that can be compared',
    table([
      { place: 'Oslo', low: -3.5, day: '2026-03-01', high: 4, pressure: 1012 },
      { place: 'Oslo', low: -1, day: '2026-03-02', high: 9, pressure: 1008 },
    ]),
    ['low', 'high', 'pressure'],
    { kind: 'line', x: 'day', y: ['low', 'high'] },
  ],
  [
    'dates out of order are names',
    table([
      { day: '2026-03-02', high: 4 },
      { day: '2026-03-01', high: 9 },
    ]),
    ['high'],
    { kind: 'bar', x: 'day', y: ['high'] },
  ],
  [
    'texts that are no dates',
    table([
      { day: '2026-13-45', high: 4 },
      { day: '2026-14-45', high: 9 },
    ]),
    ['high'],
    { kind: 'bar', x: 'day', y: ['high'] },
  ],
  [
    'texts that come twice name no row',
    table([
      { t: 'x', a: 1 },
      { t: 'x', a: 2 },
    ]),
    ['a'],
    { kind: 'bar', x: null, y: ['a'] },
  ],
  ['numbers as text are text', table([{ a: '1' }]), [], null],
  ['a column with one text', table([{ a: 1 }, { a: 'x' }]), [], null],
  ['a column of nothing', table([{ a: null }]), [], null],
])('%s', (_what, rows, numbers, plan) => {
  expect({ numbers: numberColumns(rows), plan: firstPlan(rows) }).toEqual({ numbers, plan });
});

test.each<[what: string, plan: Plan, points: Point[]]>([
  [
    'over names',
    { kind: 'bar', x: 'city', y: ['celsius', 'rain'] },
    [
      { x: 'Lisbon', ys: [21.5, 2] },
      { x: 'Oslo', ys: [-3, null] },
    ],
  ],
  [
    'a line over numbers goes from left to right',
    { kind: 'line', x: 'celsius', y: ['rain'] },
    [
      { x: -3, ys: [null] },
      { x: 21.5, ys: [2] },
    ],
  ],
  [
    'over the numbers of the rows',
    { kind: 'scatter', x: null, y: ['celsius'] },
    [
      { x: 1, ys: [21.5] },
      { x: 2, ys: [-3] },
    ],
  ],
])('points %s', (_what, plan, points) => expect(pointsOf(CITIES, plan)).toEqual(points));
