import type { HistoryRow, CallStatus } from '../../api/generated/contract';
import { dayName } from '../../lib/days';

export const STATUSES = [
  'completed',
  'toolError',
  'failed',
  'cancelled',
] as const satisfies readonly CallStatus[];

/** Which calls a person wants to see, by how they ended. */
export type StatusFilter = CallStatus | 'all';

/** The calls that have a status. */
export const wantedCalls = (rows: readonly HistoryRow[], status: StatusFilter): readonly HistoryRow[] =>
  status === 'all' ? rows : rows.filter((row) => row.status === status);

/** A day's calls under one heading. */
export interface CallDay {
  key: string;
  label: string;
  rows: HistoryRow[];
}

/** Groups rows, newest first, by the day they were sent on. */
export function byDay(rows: readonly HistoryRow[], now: number): CallDay[] {
  const days: CallDay[] = [];
  for (const row of rows) {
    const key = new Date(row.startedAt).toDateString();
    const last = days[days.length - 1];
    if (last?.key === key) last.rows.push(row);
    else days.push({ key, label: dayName(row.startedAt, now), rows: [row] });
  }
  return days;
}
