import type { ReactNode } from 'react';
import type { ApprovalRecordHead, ThemedIcon } from '../../api/generated/contract';
import { formatClock, formatMoment } from '../../lib/format';
import { Mark } from '../../kit/Mark';
import { ServerIcon } from '../server/ServerIcon';
import { endingWord, ENDINGS, whatBecame } from './words';
import './records.css';
import { ServerName } from '../server/ServerName';

interface RecordRowProps {
  record: ApprovalRecordHead;
  icon: ThemedIcon | null;
}

/** A question that is over, in one line: how it ended, whose, what, when. */
export function RecordLine({ record, icon }: RecordRowProps): ReactNode {
  return (
    <>
      <Mark mark={ENDINGS[record.ending]} label={endingWord(record.ending)} />
      <ServerIcon icon={icon} size={14} />
      <span className="grow cut fs12">
        <span className="b">
          <ServerName label={record.serverLabel} />
        </span>{' '}
        <span className="t2">{whatBecame(record)}</span>
      </span>
      <span className="end fs11 t3 num">{formatMoment(record.closedAt)}</span>
    </>
  );
}

/** The same in two lines, with the tool that caused it. */
export function RecordRow({ record, icon }: RecordRowProps): ReactNode {
  return (
    <>
      <Mark mark={ENDINGS[record.ending]} label={endingWord(record.ending)} />
      <span className="grow col">
        <span className="record-who">
          <ServerIcon icon={icon} size={14} />
          <span className="b cut">{record.serverLabel}</span>
        </span>
        <span className="fs11 t3 cut">{whatBecame(record)}</span>
      </span>
      <span className="fs11 t3 num">{formatClock(record.closedAt).slice(0, 8)}</span>
    </>
  );
}
