import { formatMoment } from '../../lib/format';
import type { Running } from './useRunning';
import { t } from '../../words/translate';

/** How far a task is, in words, and whether it stands still until somebody does something. */
export interface TaskState {
  word: string;
  waits: boolean;
}

export function taskState({ status }: Running, serverRuns: boolean): TaskState {
  if (!serverRuns) return { word: t('records.tasks.waitsForServer'), waits: true };
  switch (status) {
    case 'working':
      return { word: t('records.tasks.working'), waits: false };
    case 'inputRequired':
      return { word: t('records.tasks.inputRequired'), waits: true };
    case 'completed':
      return { word: t('records.tasks.completed'), waits: false };
    case 'failed':
      return { word: t('records.tasks.failed'), waits: false };
    case 'cancelled':
      return { word: t('records.tasks.cancelled'), waits: false };
  }
}

/** Since when it runs, and until when its server keeps it. */
export function taskTimes({ startedAt, ttlMs }: Running): string {
  const time = formatMoment(startedAt);
  return ttlMs === null
    ? t('records.tasks.started', { time })
    : t('records.tasks.startedKept', { time, until: formatMoment(startedAt + ttlMs) });
}
