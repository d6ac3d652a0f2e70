import type { ReactNode } from 'react';
import type { HistoryRow } from '../../api/generated/contract';
import { Icon } from '../../kit/Icon';
import { VisibleText } from '../../kit/VisibleText';
import { formatClock, formatDuration } from '../../lib/format';
import { t } from '../../words/translate';
import { STATUS } from './calls';

/** A finished call in the list: how it ended, what it was, where, when, how long. */
export function CallRow({ row }: { row: HistoryRow }): ReactNode {
  const { icon, tone, text } = STATUS[row.status];
  return (
    <>
      <span className="entry-icon">
        <span className={tone}>
          <Icon name={icon} size={14} label={t(text)} />
        </span>
      </span>
      <span className="grow col">
        <span className="tt">
          <VisibleText text={row.tool} />
        </span>
        <span className="fs11 t3 cut">{row.serverLabel}</span>
      </span>
      <span className="activity-when num">
        <span>{formatClock(row.startedAt).slice(0, 8)}</span>
        <span>{formatDuration(row.durationMs)}</span>
      </span>
    </>
  );
}
