import { describe, expect, it } from 'vitest';
import type { HistoryId, HistoryRow, ServerId } from '../../api/generated/contract';
import { byDay } from '../../lib/days';
import { wantedCalls } from './calls';
import type { StatusFilter } from './calls';

const NOON = new Date(2026, 10, 21, 12).getTime();
const HOUR = 3_600_000;

const row = (id: string, part: Partial<HistoryRow> = {}): HistoryRow => ({
  id: id as HistoryId,
  serverId: 's' as ServerId,
  serverLabel: 'Demo server',
  kind: 'tool',
  name: 'echo',
  client: null,
  startedAt: NOON,
  durationMs: 1,
  status: 'completed',
  arguments: {},
  ...part,
});

const rows = [
  row('1', { arguments: { city: 'Lisbon' } }),
  row('2', { name: 'fail', status: 'toolError' }),
  row('3', { serverLabel: 'GitHub', status: 'cancelled' }),
];

describe('wantedCalls', () => {
  it.each<[StatusFilter, string[]]>([
    ['all', ['1', '2', '3']],
    ['toolError', ['2']],
    ['failed', []],
  ])('with the status %s', (status, expected) => {
    expect(wantedCalls(rows, status).map(({ id }) => id)).toEqual(expected);
  });
});

it('byDay puts each day under its name', () => {
  const days = byDay(
    [row('1'), row('2', { startedAt: NOON - HOUR }), row('3', { startedAt: NOON - 24 * HOUR })],
    ({ startedAt }) => startedAt,
    NOON,
  );
  expect(days.map(({ label, items: of }) => [label, of.map(({ id }) => id)])).toEqual([
    ['Today', ['1', '2']],
    ['Yesterday', ['3']],
  ]);
});
