import { Button } from '../../kit/controls';
import type { ReactNode } from 'react';
import type { ApprovalId } from '../../api/generated/contract';
import { useApprovals } from '../../api/queries';
import { Icon } from '../../kit/Icon';
import { requestName } from '../../lib/approvals';
import { formatNumber } from '../../lib/format';
import { askedLink } from '../../lib/panels';
import { useStore } from '../../lib/store';
import { t } from '../../words/translate';
import { ServerName } from '../../entities/server/ServerName';
import { cx } from '../../lib/cx';
import { Announced } from '../../kit/Announced';
import layout from '../../styles/layout.module.css';
import styles from './approvals.module.css';

interface ApprovalStripProps {
  /** Goes to the question. */
  onOpen: (approvalId: ApprovalId) => void;
}

/** One line above every view while something waits for the person. It takes its own room and never the focus. */
export function ApprovalStrip({ onOpen }: ApprovalStripProps): ReactNode {
  const inDialog = useStore(askedLink)?.id;
  const approvals = (useApprovals().data ?? []).filter(({ id }) => id !== inDialog);
  const first = approvals[0];
  if (first === undefined) return null;
  const others = approvals.length - 1;
  return (
    <section className={styles['approval-strip']} aria-label={t('approvals.strip.label')}>
      <Icon name="approval" />
      <Announced as="span" className={cx(layout.grow, layout.cut)}>
        {t.rich(`approvals.heading.${requestName(first)}`, {
          server: () => (
            <span className={layout.b}>
              <ServerName label={first.serverLabel} />
            </span>
          ),
        })}
        {others > 0 && (
          <span className={layout.t2}> {t('approvals.strip.more', { count: formatNumber(others) })}</span>
        )}
      </Announced>
      <Button size="xs" onClick={() => onOpen(first.id)}>
        {t('approvals.strip.answer')}
      </Button>
    </section>
  );
}
