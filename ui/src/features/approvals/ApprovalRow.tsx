import type { ReactNode } from 'react';
import type { Approval, ThemedIcon } from '../../api/generated/contract';
import { Icon } from '../../kit/Icon';
import { ServerIcon } from '../../entities/server/ServerIcon';
import { VisibleText } from '../../kit/VisibleText';
import { useNow } from './useNow';
import { approvalSentence } from '../../lib/approvals';
import { t } from '../../words/translate';
import { causeText, kindIcon, waitingText } from './words';

interface ApprovalRowProps {
  approval: Approval;
  icon: ThemedIcon | null;
}

/** A question that waits: whose, what, from where, how long already. */
export function ApprovalRow({ approval, icon }: ApprovalRowProps): ReactNode {
  return (
    <>
      <span className="approval-kind">
        <Icon name={kindIcon(approval)} />
      </span>
      <span className="approval-words">
        <span className="approval-who">
          <ServerIcon icon={icon} size={14} />
          <span className="bb cut">{approval.serverLabel}</span>
          <Waiting since={approval.openedAt} />
        </span>
        <span className="approval-what cut">{approvalSentence(approval)}</span>
        <span className="fs11 t3 cut">
          <Origin approval={approval} />
        </span>
      </span>
    </>
  );
}

function Origin({ approval }: { approval: Approval }): ReactNode {
  const { cause } = approval;
  if (cause === null) return causeText(approval);
  return t.rich('approvals.cause.call', {
    tool: () => (
      <span className="mono approval-tool">
        <VisibleText text={cause.tool} />
      </span>
    ),
  });
}

/** How long something waits already. */
export function Waiting({ since }: { since: number }): ReactNode {
  return <span className="end fs11 t3 num">{waitingText(useNow() - since)}</span>;
}
