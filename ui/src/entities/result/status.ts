import type { CallStatus } from '../../api/generated/contract';
import type { IconName } from '../../kit/iconPaths';
import type { Key } from '../../words/translate';

/** How each status is shown. */
export const STATUS = {
  completed: { text: 'activity.status.completed', icon: 'check', tone: 'ok' },
  toolError: { text: 'activity.status.toolError', icon: 'warning', tone: 'bad' },
  failed: { text: 'activity.status.failed', icon: 'close', tone: 'bad' },
  cancelled: { text: 'activity.status.cancelled', icon: 'stop', tone: 't3' },
} as const satisfies Record<CallStatus, { text: Key; icon: IconName; tone: 'ok' | 'bad' | 't3' }>;
