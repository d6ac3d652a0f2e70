import type { RunningTask } from '../../api/generated/contract';
import { formatMoment } from '../../lib/format';

/** How far a task is, in words, and whether it stands still until somebody does something. */
export interface TaskState {
  word: string;
  waits: boolean;
}

export function taskState({ status }: RunningTask, serverRuns: boolean): TaskState {
  if (!serverRuns) return { word: 'Waits until its server runs', waits: true };
  switch (status) {
    case 'working':
      return { word: 'Working', waits: false };
    case 'inputRequired':
      return { word: 'Needs an answer from you', waits: true };
    case 'completed':
      return { word: 'Done, fetching the result', waits: false };
    case 'failed':
      return { word: 'Failed, fetching the reason', waits: false };
    case 'cancelled':
      return { word: 'Cancelled by the server', waits: false };
  }
}

/** Since when it runs, and until when its server keeps it. */
export function taskTimes({ startedAt, ttlMs }: RunningTask): string {
  const since = `Since ${formatMoment(startedAt)}`;
  return ttlMs === null ? since : `${since}, kept by the server until ${formatMoment(startedAt + ttlMs)}`;
}
