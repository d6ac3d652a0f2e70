import { Button } from '../../kit/controls';
import type { ReactNode } from 'react';
import type { CallId } from '../../api/generated/contract';
import { useApprovals } from '../../api/queries';
import { clientEntryId, useWaitingClients } from '../../api/waiting';
import { newClientTitle } from '../../entities/client/words';
import { Icon } from '../../kit/Icon';
import { formatNumber } from '../../lib/format';
import { askedLink } from '../../lib/panels';
import { useStore } from '../../lib/store';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import { Announced } from '../../kit/Announced';
import layout from '../../styles/layout.module.css';
import styles from './approvals.module.css';
import { Heading } from './Heading';

interface ApprovalStripProps {
  /** The call on the screen, beside which its request is offered; `null` = there is none. */
  call: CallId | null;
  /** The client on the screen, whose page asks about it. */
  client: string | undefined;
  /** Goes to the request, or to the client, by its place in Approvals. */
  onOpen: (item: string) => void;
}

/** One line while something waits for the person that the screen does not show. It never takes the focus. */
export function ApprovalStrip({ call, client: open, onOpen }: ApprovalStripProps): ReactNode {
  const inDialog = useStore(askedLink)?.id;
  const approvals = (useApprovals().data ?? []).filter(
    ({ id, cause }) => id !== inDialog && (call === null || cause?.callId !== call),
  );
  const clients = (useWaitingClients() ?? []).filter(({ id }) => id !== open);
  const [approval] = approvals;
  const [client] = clients;
  const first = approval?.id ?? (client === undefined ? undefined : clientEntryId(client.id));
  if (first === undefined) return null;
  const others = approvals.length + clients.length - 1;
  return (
    <section className={styles['approval-strip']} aria-label={t('approvals.strip.label')}>
      <Icon name="approval" />
      <Announced as="span" className={cx(layout.grow, layout.cut)}>
        {approval !== undefined ? (
          <Heading approval={approval} className={layout.b} />
        ) : (
          client !== undefined && newClientTitle(client)
        )}
        {others > 0 && (
          <span className={layout.t2}> {t('approvals.strip.more', { count: formatNumber(others) })}</span>
        )}
      </Announced>
      <Button size="xs" onClick={() => onOpen(first)}>
        {t(approval === undefined ? 'common.review' : 'common.answer')}
      </Button>
    </section>
  );
}
