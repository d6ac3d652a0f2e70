import type { HistoryRow, CallStatus } from '../../api/generated/contract';

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
