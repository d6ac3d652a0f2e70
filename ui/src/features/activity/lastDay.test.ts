import { expect, test } from 'vitest';
import type { CallStatus, HistoryRow } from '../../api/generated/contract';
import { lastDay } from './lastDay';

const NOW = 100 * 3_600_000;

const call = (hoursAgo: number, status: CallStatus, durationMs: number): HistoryRow =>
  ({ startedAt: NOW - hoursAgo * 3_600_000, status, durationMs }) as HistoryRow;

test.each([
  ['nothing', [], [0, 0, null], {}],
  ['what is older', [call(24, 'completed', 1), call(30, 'failed', 1)], [0, 0, null], {}],
  [
    'each kind of end',
    [
      call(0, 'completed', 10),
      call(0.5, 'toolError', 30),
      call(0.9, 'failed', 5_000),
      call(23.5, 'cancelled', 7_000),
      call(23.9, 'completed', 40),
    ],
    [5, 2, 30],
    { 0: [2, 0, 40], 23: [3, 2, 20] },
  ],
] as const)('the last day of %s', (_what, rows, whole, hours) => {
  const { calls, failures, latency } = lastDay(rows, NOW);
  const all = [calls, failures, latency];
  expect(all.map((figure) => figure.whole)).toEqual(whole);
  const told = calls.hours.map((_, hour) => all.map((figure) => figure.hours[hour]));
  const expected = told.map((_, hour) => (hours as Record<number, unknown>)[hour] ?? [0, 0, null]);
  expect(told).toEqual(expected);
});
