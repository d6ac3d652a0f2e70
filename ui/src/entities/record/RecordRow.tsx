import type { ReactNode } from 'react';
import type { ApprovalRecordHead } from '../../api/generated/contract';
import { formatTime, formatMoment } from '../../lib/format';
import { Mark } from '../../kit/Mark';
import { VisibleText } from '../../kit/VisibleText';
import { RecordIcon } from './RecordIcon';
import { endingWord, ENDINGS, whatBecameNamed } from './words';
import { useServerIcon } from '../server/ServerIcon';
import { ServerName } from '../server/ServerName';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './records.module.css';

interface RecordRowProps {
  record: ApprovalRecordHead;
}

/** A question that is over, in one line: how it ended, whose, what, when. */
export function RecordLine({ record }: RecordRowProps): ReactNode {
  const icon = useServerIcon(record.serverId);
  return (
    <>
      <Mark mark={ENDINGS[record.ending]} label={endingWord(record.ending)} />
      <RecordIcon record={record} icon={icon} size={14} />
      <span className={cx(layout.grow, layout.cut, layout.fs12)}>
        <span className={layout.b}>
          <ServerName label={record.serverLabel} />
        </span>{' '}
        <span className={layout.t2}>{whatBecameNamed(record)}</span>
      </span>
      <span className={cx(layout.end, layout.fs11, layout.t3, layout.num)}>
        {formatMoment(record.closedAt)}
      </span>
    </>
  );
}

/** The same in two lines, with the tool that caused it. */
export function RecordRow({ record }: RecordRowProps): ReactNode {
  const icon = useServerIcon(record.serverId);
  return (
    <>
      <Mark mark={ENDINGS[record.ending]} label={endingWord(record.ending)} />
      <span className={cx(layout.grow, layout.col)}>
        <span className={styles['record-who']}>
          <RecordIcon record={record} icon={icon} size={14} />
          <span className={cx(layout.b, layout.cut)}>
            <VisibleText text={record.serverLabel} />
          </span>
        </span>
        <span className={cx(layout.fs11, layout.t3, layout.cut)}>{whatBecameNamed(record)}</span>
      </span>
      <span className={cx(layout.fs11, layout.t3, layout.num)}>{formatTime(record.closedAt)}</span>
    </>
  );
}
