import type { ReactNode } from 'react';
import type { HistoryRow } from '../../api/generated/contract';
import { VisibleText } from '../../kit/VisibleText';
import { formatTime, formatDuration } from '../../lib/format';
import { kindName, withKind } from '../../entities/result/requestKind';
import { STATUS } from '../../entities/result/status';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { StatusMark } from '../../entities/result/StatusMark';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import iconsStyles from '../../kit/icons.module.css';
import listStyles from '../../kit/list.module.css';
import styles from './activity.module.css';

/** What it was, whose it was, and which client made it. */
const placeOf = (row: HistoryRow): string =>
  withKind(
    row,
    row.client === null
      ? row.serverLabel
      : t('activity.call.byClient', { server: row.serverLabel, client: visibleString(row.client) }),
  );

/** A call's accessible name. */
export function callLabel({ kind, name, serverLabel, client, status, durationMs }: HistoryRow): string {
  const shown = visibleString(name);
  const parts = {
    tool: kind === 'tool' ? shown : t('activity.call.named', { kind: kindName(kind), name: shown }),
    server: visibleString(serverLabel),
    status: t(STATUS[status].text),
    duration: formatDuration(durationMs),
  };
  return client === null
    ? t('activity.call.row', parts)
    : t('activity.call.rowOfClient', { ...parts, client: visibleString(client) });
}

/** A finished call in the list: how it ended, what it was, where, when, how long. */
export function CallRow({ row }: { row: HistoryRow }): ReactNode {
  return (
    <>
      <span className={iconsStyles['entry-icon']}>
        <StatusMark status={row.status} />
      </span>
      <span className={cx(layout.grow, layout.col)}>
        <span className={listStyles.tt}>
          <VisibleText text={row.name} />
        </span>
        <span className={cx(layout.fs11, layout.t3, layout.cut)}>{placeOf(row)}</span>
      </span>
      <span className={cx(styles['activity-when'], layout.num)}>
        <span>{formatTime(row.startedAt)}</span>
        <span>{formatDuration(row.durationMs)}</span>
      </span>
    </>
  );
}
