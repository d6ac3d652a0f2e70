import { describe, expect, it } from 'vitest';
import type { HistoryId, HistoryRow } from './generated/contract';
import { withNewest } from './history';

const rows = (...ids: number[]): HistoryRow[] =>
  ids.map((id) => ({ id: `h${id}` as HistoryId }) as HistoryRow);

const known = { pages: [rows(9, 8, 7, 6), rows(5, 4, 3)], pageParams: [null, 'h6' as HistoryId] };

describe('withNewest', () => {
  it.each<[string, HistoryRow[], HistoryRow[][]]>([
    ['nothing new', rows(9, 8, 7, 6), [rows(9, 8, 7, 6), rows(5, 4, 3)]],
    ['one more call', rows(10, 9, 8, 7), [rows(10, 9, 8, 7, 6), rows(5, 4, 3)]],
    ['so many that they do not join', rows(14, 13, 12, 11), [rows(14, 13, 12, 11)]],
    ['one is gone from among them', rows(10, 9, 7, 6), [rows(10, 9, 7, 6)]],
    ['the newest is gone', rows(8, 7, 6, 5), [rows(8, 7, 6, 5)]],
    ['all are gone', [], [[]]],
  ])('%s', (_what, newest, expected) => {
    expect(withNewest(known, newest).pages).toEqual(expected);
  });
});
