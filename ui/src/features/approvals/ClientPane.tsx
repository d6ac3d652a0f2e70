import type { ReactNode } from 'react';
import type { ClientSnapshot } from '../../api/generated/contract';
import { useKnownBefore } from '../../api/clients';
import { useOperation } from '../../api/queries';
import { ClientAccess } from '../../entities/client/ClientAccess';
import { ClientFacts, ReportedClient } from '../../entities/client/ClientFacts';
import { ClientIcon } from '../../entities/client/ClientMark';
import { useAccessDraft } from '../../entities/client/drafts';
import { SameName } from '../../entities/client/SameName';
import { newClientTitle, programText } from '../../entities/client/words';
import { AnswerButton } from '../../kit/AnswerButton';
import { Hint } from '../../kit/Hint';
import { Icon } from '../../kit/Icon';
import marksStyles from '../../kit/marks.module.css';
import { cx } from '../../lib/cx';
import { formatClock, formatMoment } from '../../lib/format';
import { notifyError } from '../../lib/notify';
import { visibleString } from '../../lib/visible';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import { AnswerFoot } from './AnswerFoot';
import styles from './approvals.module.css';

interface ClientPaneProps {
  client: ClientSnapshot;
  /** Hears what was decided, as a sentence. */
  onDone: (decision: string) => void;
}

/** The first contact of a client: who it is, what it may see, and the decision. */
export function ClientPane({ client, onDone }: ClientPaneProps): ReactNode {
  const [profile, change] = useAccessDraft(client);
  const clientId = client.id;
  const name = visibleString(client.name);
  const decide = useOperation('client.decide', {
    onSuccess: ({ status, ignoresListChanged }) => {
      change(null);
      const allowed = ignoresListChanged ? 'clients.done.allowedRestart' : 'clients.done.allowed';
      onDone(t(status === 'allowed' ? allowed : 'clients.done.blocked', { client: name }));
    },
    onError: notifyError,
  });
  const adopt = useOperation('client.adopt', {
    onSuccess: (known) => {
      change(null);
      onDone(t('clients.done.moved', { client: visibleString(known.name) }));
    },
    onError: notifyError,
  });
  const knownBefore = useKnownBefore(client);
  const usable = !decide.isPending && !adopt.isPending;
  return (
    <article className={styles['approval-detail']} aria-label={newClientTitle(client)}>
      <header className={styles.host}>
        <div className={cx(layout.row, styles['host-top'])}>
          <ClientIcon size={32} />
          <div className={layout.grow}>
            <h2>{newClientTitle(client)}</h2>
            <p className={cx(styles['host-origin'], layout.fs12, layout.t2, layout.mono, layout.wrap)}>
              {programText(client)}
            </p>
          </div>
          <Hint
            className={cx(marksStyles['waiting-mark'], layout.num)}
            label={t('approvals.request.since', { time: formatClock(client.createdAt) })}
          >
            <Icon name="clock" size={14} />
            {t('approvals.request.since', { time: formatMoment(client.createdAt) })}
          </Hint>
        </div>
      </header>
      <div className={cx(styles['approval-fields'], layout.scrolls)} data-part="fields">
        <SameName client={client} />
        {knownBefore.map((known) => (
          <p key={known.id} className={cx(layout.fs12, layout.t2)}>
            {t(known.sessions > 0 ? 'approvals.client.stillConnected' : 'approvals.client.movedHelp', {
              client: visibleString(known.name),
            })}
          </p>
        ))}
        <div className={styles['client-facts']}>
          <ClientFacts client={client} />
          <ReportedClient declared={client.declared} />
        </div>
        <ClientAccess profile={profile} onChange={change} />
      </div>
      <AnswerFoot
        // What it says of itself may change while it waits: then the answers are about something else.
        key={JSON.stringify(client.declared)}
        refusing={
          <AnswerButton
            color="danger"
            usable={usable}
            shortcut="mod+Shift+D"
            onClick={() => decide.mutate({ clientId, decision: { kind: 'refuse' } })}
          >
            {t('common.blockClient')}
          </AnswerButton>
        }
        giving={
          <>
            {knownBefore.map((known) => (
              <AnswerButton
                key={known.id}
                usable={usable && known.sessions === 0}
                onClick={() => adopt.mutate({ clientId, knownClientId: known.id })}
              >
                {t('approvals.client.moved', { client: visibleString(known.name) })}
              </AnswerButton>
            ))}
            <AnswerButton
              variant="filled"
              usable={usable}
              shortcut="mod+Enter"
              onClick={() => decide.mutate({ clientId, decision: { kind: 'allow', profile } })}
            >
              {t('common.allowClient')}
            </AnswerButton>
          </>
        }
        help={t('approvals.client.help')}
      />
    </article>
  );
}
