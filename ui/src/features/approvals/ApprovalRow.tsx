import type { ReactNode } from 'react';
import type { Approval } from '../../api/generated/contract';
import { Icon } from '../../kit/Icon';
import { ServerIcon, useServerIcon } from '../../entities/server/ServerIcon';
import { VisibleText } from '../../kit/VisibleText';
import { useNow } from '../../lib/now';
import { approvalSentence } from '../../lib/approvals';
import { t } from '../../words/translate';
import { causeText, kindIcon, waitingText } from './words';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './approvals.module.css';

interface ApprovalRowProps {
  approval: Approval;
}

/** A question that waits: whose, what, from where, how long already. */
export function ApprovalRow({ approval }: ApprovalRowProps): ReactNode {
  const icon = useServerIcon(approval.serverId);
  return (
    <>
      <span className={styles['approval-kind']}>
        <Icon name={kindIcon(approval)} />
      </span>
      <span className={styles['approval-words']}>
        <span className={styles['approval-who']}>
          <ServerIcon icon={icon} size={14} />
          <span className={cx(layout.bb, layout.cut)}>{approval.serverLabel}</span>
          <Waiting since={approval.openedAt} />
        </span>
        <span className={cx(styles['approval-what'], layout.cut)}>{approvalSentence(approval)}</span>
        <span className={cx(layout.fs11, layout.t3, layout.cut)}>
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
      <span className={cx(layout.mono, styles['approval-tool'])}>
        <VisibleText text={cause.tool} />
      </span>
    ),
  });
}

/** How long something waits already. */
export function Waiting({ since }: { since: number }): ReactNode {
  return (
    <span className={cx(layout.end, layout.fs11, layout.t3, layout.num)}>
      {waitingText(useNow() - since)}
    </span>
  );
}
