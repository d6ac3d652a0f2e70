import type { ReactNode } from 'react';
import type { HistoryRow } from '../../api/generated/contract';
import { VisibleText } from '../../kit/VisibleText';
import { formatClock, formatDuration } from '../../lib/format';
import { StatusMark } from '../../entities/result/StatusMark';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import iconsStyles from '../../kit/icons.module.css';
import listStyles from '../../kit/list.module.css';
import styles from './activity.module.css';

/** A finished call in the list: how it ended, what it was, where, when, how long. */
export function CallRow({ row }: { row: HistoryRow }): ReactNode {
  return (
    <>
      <span className={iconsStyles['entry-icon']}>
        <StatusMark status={row.status} />
      </span>
      <span className={cx(layout.grow, layout.col)}>
        <span className={listStyles.tt}>
          <VisibleText text={row.tool} />
        </span>
        <span className={cx(layout.fs11, layout.t3, layout.cut)}>{row.serverLabel}</span>
      </span>
      <span className={cx(styles['activity-when'], layout.num)}>
        <span>{formatClock(row.startedAt).slice(0, 8)}</span>
        <span>{formatDuration(row.durationMs)}</span>
      </span>
    </>
  );
}
