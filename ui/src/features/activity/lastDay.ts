import type { HistoryRow } from '../../api/generated/contract';

const HOUR_MS = 3_600_000;
const HOURS = 24;

/** One thing that is counted or measured: of the whole time, and of each of its hours, the oldest first. */
interface Figure {
  whole: number | null;
  /** `null` = it cannot be said of that hour. */
  hours: readonly (number | null)[];
}

export interface LastDay {
  calls: Figure;
  /** Calls that failed, or whose tool said that it did. */
  failures: Figure;
  /** The median time of those that were answered, ms. */
  latency: Figure;
}

/** When the first of the hours that are shown began, Unix ms. */
export const beginOf = (now: number): number => now - HOURS * HOUR_MS;

/** The figures of the 24 hours before now. */
export function lastDay(rows: readonly HistoryRow[], now: number): LastDay {
  const begin = beginOf(now);
  const within = rows.filter(({ startedAt }) => startedAt > begin && startedAt <= now);
  const hours = Array.from({ length: HOURS }, (): HistoryRow[] => []);
  for (const row of within)
    hours[Math.min(HOURS - 1, Math.floor((row.startedAt - begin) / HOUR_MS))]?.push(row);
  const figure = (of: (some: readonly HistoryRow[]) => number | null): Figure => ({
    whole: of(within),
    hours: hours.map(of),
  });
  return {
    calls: figure(({ length }) => length),
    failures: figure((some) => some.filter(isFailure).length),
    latency: figure((some) => median(some.filter(isAnswered).map(({ durationMs }) => durationMs))),
  };
}

const isFailure = ({ status }: HistoryRow): boolean => status === 'failed' || status === 'toolError';
const isAnswered = ({ status }: HistoryRow): boolean => status === 'completed' || status === 'toolError';

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
