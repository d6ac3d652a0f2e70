import type { ReactNode } from 'react';
import type { Approval, ThemedIcon } from '../../api/generated/contract';
import { Icon } from '../../components/Icon';
import { ServerIcon } from '../../components/ServerIcon';
import { VisibleText } from '../../components/VisibleText';
import { useNow } from './useNow';
import { approvalSentence } from '../../lib/approvals';
import { capital, causeText, kindIcon, waitingText } from './words';

interface ApprovalRowProps {
  ask: Approval;
  icon: ThemedIcon | null;
}

/** A question that waits: whose, what, from where, how long already. */
export function ApprovalRow({ ask, icon }: ApprovalRowProps): ReactNode {
  return (
    <>
      <span className="approval-kind">
        <Icon name={kindIcon(ask)} />
      </span>
      <span className="approval-words">
        <span className="approval-who">
          <ServerIcon icon={icon} size={14} />
          <span className="bb cut">{ask.serverLabel}</span>
          <Waiting since={ask.openedAt} />
        </span>
        <span className="approval-what cut">{capital(approvalSentence(ask))}</span>
        <span className="fs11 t3 cut">
          {ask.cause === null ? causeText(ask) : 'from '}
          {ask.cause !== null && (
            <span className="mono approval-tool">
              <VisibleText text={ask.cause.tool} />
            </span>
          )}
        </span>
      </span>
    </>
  );
}

/** How long something waits already. */
export function Waiting({ since }: { since: number }): ReactNode {
  return <span className="end fs11 t3 num">{waitingText(useNow() - since)}</span>;
}
