import type { ReactNode } from 'react';
import type { ApprovalRecordHead, ThemedIcon } from '../../api/generated/contract';
import { formatClock, formatMoment } from '../../lib/format';
import { Icon } from '../../kit/Icon';
import { ServerIcon } from '../server/ServerIcon';
import { VisibleText } from '../../kit/VisibleText';
import { endingWord, ENDINGS, whatBecame } from './words';
import './records.css';
import { ServerName } from '../server/ServerName';
import { t } from '../../words/translate';

interface RecordRowProps {
  record: ApprovalRecordHead;
  icon: ThemedIcon | null;
}

/** A question that is over, in one line: how it ended, whose, what, when. */
export function RecordLine({ record, icon }: RecordRowProps): ReactNode {
  return (
    <>
      <Ending record={record} />
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
      <Ending record={record} />
      <span className="grow col">
        <span className="record-who">
          <ServerIcon icon={icon} size={14} />
          <span className="b cut">{record.serverLabel}</span>
        </span>
        <span className="fs11 t3 cut">
          <Result record={record} />
        </span>
      </span>
      <span className="fs11 t3 num">{formatClock(record.closedAt).slice(0, 8)}</span>
    </>
  );
}

function Result({ record }: { record: ApprovalRecordHead }): ReactNode {
  const { tool, approvalKind } = record;
  const result = whatBecame(record);
  if (tool === null || approvalKind === 'toolCall') return result;
  return t.rich('records.resultFromTool', { result, tool: () => <VisibleText text={tool} /> });
}

function Ending({ record }: { record: ApprovalRecordHead }): ReactNode {
  const { icon, tone } = ENDINGS[record.ending];
  return (
    <span className={`record-ending ${tone}`}>
      <Icon name={icon} size={14} label={endingWord(record.ending)} />
    </span>
  );
}
