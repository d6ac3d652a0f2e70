import type { FrameKind, WireFrame } from '../../api/generated/contract';
import { formatNumber } from '../../lib/format';
import { t } from '../../words/translate';

/** What a frame is called in the log: the method of a request or notification, else what it is. */
export function frameName(frame: WireFrame): string {
  switch (frame.kind) {
    case 'request':
    case 'notification':
      return frame.method ?? frame.kind;
    case 'result':
    case 'error':
      return frame.kind;
    case 'noise':
      return t('protocolLog.message.invalid');
  }
}

/** The time of an answer since its request, of anything else since the frame above. */
export function deltaText(frame: WireFrame, before: WireFrame | undefined): string {
  if (frame.elapsedMs !== null) return durationText(frame.elapsedMs);
  if (before === undefined || frame.direction === 'out') return '';
  const since = frame.at - before.at;
  return since < 10_000 ? `+${formatNumber(Math.max(0, since))}` : '';
}

function durationText(ms: number): string {
  return ms < 10_000
    ? t('common.unit.ms', { value: formatNumber(Math.round(ms)) })
    : t('common.unit.seconds', {
        value: formatNumber(ms / 1_000, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
      });
}

export const FRAME_KINDS: readonly FrameKind[] = ['request', 'result', 'error', 'notification', 'noise'];
