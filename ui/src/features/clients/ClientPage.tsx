import { ActionIcon, Button, Menu, TextLink } from '../../kit/controls';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { recordOwner } from '../../api/clients';
import type { ClientSnapshot } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { clientEntryId } from '../../api/waiting';
import { useClientActions } from '../../entities/client/clientActions';
import { ClientFacts, ReportedClient } from '../../entities/client/ClientFacts';
import { ClientDot, ClientIcon } from '../../entities/client/ClientMark';
import { SameName } from '../../entities/client/SameName';
import { connectionText, programText } from '../../entities/client/words';
import { MenuEntries } from '../../kit/ContextMenu';
import { DetailHeader } from '../../kit/DetailHeader';
import { Hint } from '../../kit/Hint';
import { Icon } from '../../kit/Icon';
import { Note } from '../../kit/Note';
import { cx } from '../../lib/cx';
import { notifyError } from '../../lib/notify';
import { visibleString } from '../../lib/visible';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import { AccessSection } from './AccessSection';
import { ClientPermissions } from './ClientPermissions';
import { KeptCalls } from './KeptCalls';
import { TokenSection } from './TokenSection';
import styles from './clients.module.css';

/** One client: who it is, whether it is connected, what it may see, and what it may do without a question. */
export function ClientPage({ client }: { client: ClientSnapshot }): ReactNode {
  const actions = useClientActions();
  const { status } = client;
  const named = { client: visibleString(client.name) };
  const program = programText(client);
  const filter = recordOwner(client.id);
  return (
    <>
      <DetailHeader
        icon={<ClientIcon size={32} />}
        title={client.name}
        actions={
          <>
            <HeadAction client={client} />
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon size="xs" aria-label={t('clients.more', named)}>
                  <Icon name="more" size={14} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <MenuEntries entries={actions(client)} />
              </Menu.Dropdown>
            </Menu>
          </>
        }
      >
        <ClientDot client={client} />
        <span className={cx(layout.t3, layout.num, styles.since)}>{connectionText(client)}</span>
        <Hint className={cx(layout.mono, layout.t3, layout.cut)} label={program}>
          {program}
        </Hint>
      </DetailHeader>
      <div
        className={cx(styles.page, layout.scrolls)}
        role="region"
        aria-label={t('clients.page.label', named)}
        tabIndex={0}
      >
        {status !== 'allowed' && (
          <Note tone={status === 'waiting' ? 'lamp' : status === 'refused' ? 'bad' : 'plain'}>
            {t(`clients.note.${status}`)}
          </Note>
        )}
        <SameName client={client} />
        <div className={styles.columns}>
          <div className={styles.side}>
            <ClientFacts client={client}>
              <p className={cx(layout.row, layout.fs12, styles.links)}>
                <TextLink to="/activity" search={{ filter }}>
                  {t('common.callHistory')}
                </TextLink>
                <TextLink to="/activity" search={{ view: 'approvals', filter }}>
                  {t('common.decisionHistory')}
                </TextLink>
              </p>
            </ClientFacts>
            {client.transport === 'http' && <TokenSection client={client} />}
            <ReportedClient declared={client.declared} />
          </div>
          {status !== 'waiting' && <AccessSection client={client} />}
        </div>
        <KeptCalls client={client} />
        {status !== 'waiting' && <ClientPermissions client={client} />}
      </div>
    </>
  );
}

/** The likeliest decision, always at hand. */
function HeadAction({ client: { id: clientId, status, profile } }: { client: ClientSnapshot }): ReactNode {
  const navigate = useNavigate();
  const decide = useOperation('client.decide', { onError: notifyError });
  const look = { size: 'xs', loading: decide.isPending } as const;
  switch (status) {
    case 'waiting':
      return (
        <Button
          size="xs"
          variant="filled"
          leftSection={<Icon name="approval" size={14} />}
          onClick={() => void navigate({ to: '/approvals', search: { item: clientEntryId(clientId) } })}
        >
          {t('common.review')}
        </Button>
      );
    case 'allowed':
      return (
        <Button
          {...look}
          leftSection={<Icon name="pause" size={14} />}
          onClick={() => decide.mutate({ clientId, decision: { kind: 'pause' } })}
        >
          {t('clients.pause')}
        </Button>
      );
    case 'paused':
    case 'refused':
      return (
        <Button
          {...look}
          leftSection={<Icon name="run" size={14} />}
          onClick={() => decide.mutate({ clientId, decision: { kind: 'allow', profile } })}
        >
          {t(status === 'paused' ? 'clients.resume' : 'common.allowClient')}
        </Button>
      );
  }
}
