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
import { cx } from '../../lib/cx';
import { notifyError } from '../../lib/notify';
import { visibleString } from '../../lib/visible';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import { AnswerPane } from './AnswerPane';
import { HostHeader } from './HostHeader';
import { Decline, Give } from './AnswerPane';
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
      <HostHeader
        tile={<ClientIcon size={32} />}
        title={newClientTitle(client)}
        origin={programText(client)}
        since={client.createdAt}
      />
      <AnswerPane
        // What it says of itself may change while it waits: then the answers are about something else.
        about={JSON.stringify(client.declared)}
        refusing={
          <Decline usable={usable} onClick={() => decide.mutate({ clientId, decision: { kind: 'refuse' } })}>
            {t('common.blockClient')}
          </Decline>
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
            <Give
              usable={usable}
              onClick={() => decide.mutate({ clientId, decision: { kind: 'allow', profile } })}
            >
              {t('common.allowClient')}
            </Give>
          </>
        }
        help={t('approvals.client.help')}
      >
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
      </AnswerPane>
    </article>
  );
}
