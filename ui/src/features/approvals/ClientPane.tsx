import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ClientSnapshot } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { ClientAccess } from '../../entities/client/ClientAccess';
import { ClientFacts } from '../../entities/client/ClientFacts';
import { AnswerButton } from '../../kit/AnswerButton';
import { Icon } from '../../kit/Icon';
import { Note } from '../../kit/Note';
import { cx } from '../../lib/cx';
import { notifyError } from '../../lib/notify';
import { visibleString } from '../../lib/visible';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import { Waiting } from './ApprovalRow';
import styles from './approvals.module.css';

/** Names the client and what it wants. */
export const clientTitle = ({ name }: ClientSnapshot): string =>
  t('approvals.client.heading', { client: visibleString(name) });

/** A client that waits, in a row. */
export function ClientRow({ client }: { client: ClientSnapshot }): ReactNode {
  return (
    <>
      <span className={styles['approval-kind']}>
        <Icon name="terminal" />
      </span>
      <span className={styles['approval-words']}>
        <span className={styles['approval-who']}>
          <span className={cx(layout.bb, layout.cut)}>{visibleString(client.name)}</span>
          <Waiting since={client.createdAt} />
        </span>
        <span className={cx(styles['approval-what'], layout.cut)}>{t('approvals.client.short')}</span>
        <span className={cx(layout.fs11, layout.t3, layout.cut)}>{t('common.review')}</span>
      </span>
    </>
  );
}

interface ClientPaneProps {
  client: ClientSnapshot;
  /** Hears what was decided, as a sentence. */
  onDone: (decision: string) => void;
}

/** The first contact of a client: who it is, what it may see, and the decision. */
export function ClientPane({ client, onDone }: ClientPaneProps): ReactNode {
  const [profile, setProfile] = useState(client.profile);
  const name = visibleString(client.name);
  const decide = useOperation('client.decide', {
    onSuccess: ({ status }) =>
      onDone(t(status === 'allowed' ? 'clients.done.allowed' : 'clients.done.blocked', { client: name })),
    onError: notifyError,
  });
  return (
    <article className={styles['approval-detail']} aria-label={clientTitle(client)}>
      <header className={styles.host}>
        <div className={cx(layout.row, styles['host-top'])}>
          <Icon name="terminal" size={20} />
          <h2 className={layout.grow}>{clientTitle(client)}</h2>
        </div>
      </header>
      <div className={cx(styles['approval-fields'], layout.scrolls)} data-part="fields">
        <Note tone="lamp" icon="shieldWarning">
          {t('approvals.client.help')}
        </Note>
        <ClientFacts client={client} />
        <ClientAccess profile={profile} disabled={decide.isPending} onChange={setProfile} />
      </div>
      <footer className={cx(layout.row, styles['client-foot'])} data-part="answers">
        <AnswerButton
          variant="filled"
          usable={!decide.isPending}
          shortcut="mod+Enter"
          onClick={() => decide.mutate({ clientId: client.id, decision: { kind: 'allow', profile } })}
        >
          {t('approvals.client.allow')}
        </AnswerButton>
        <AnswerButton
          usable={!decide.isPending}
          shortcut="D"
          onClick={() => decide.mutate({ clientId: client.id, decision: { kind: 'refuse' } })}
        >
          {t('approvals.client.block')}
        </AnswerButton>
      </footer>
    </article>
  );
}
