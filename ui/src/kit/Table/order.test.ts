import { expect, it } from 'vitest';
import { sorted } from './order';

it('sorts many rows as few, equal ones in the order they came in, nothing last', () => {
  const rows = Array.from({ length: 1_801 }, (_, place) => ({
    place,
    name: place % 7 === 0 ? null : `page ${(place * 31) % 40}`,
  }));
  const number = (name: string | null): number => (name === null ? 100 : Number(name.slice(5)));
  const up = sorted(rows, ({ name }) => name, 'ascending');
  expect(up).toEqual(rows.toSorted((a, b) => number(a.name) - number(b.name) || a.place - b.place));
  const down = sorted(rows, ({ name }) => name, 'descending');
  const last = (name: string | null): number => (name === null ? 1 : -number(name));
  expect(down).toEqual(rows.toSorted((a, b) => last(a.name) - last(b.name) || a.place - b.place));
});
