import { ActionIcon, Button, Menu } from '../../kit/controls';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ClientSnapshot } from '../../api/generated/contract';
import { clientEntryId } from '../../api/waiting';
import { ClientAccess } from '../../entities/client/ClientAccess';
import { ClientFacts } from '../../entities/client/ClientFacts';
import { clientState, clientTone } from '../../entities/client/words';
import { Chip } from '../../kit/Chip';
import { MenuEntries } from '../../kit/ContextMenu';
import { DetailHeader } from '../../kit/DetailHeader';
import { Icon } from '../../kit/Icon';
import { Note } from '../../kit/Note';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { clientEntries, useClientActions } from './useClientActions';
import styles from './clients.module.css';

/** One client: who it is, whether it is connected, and what it may see. What is changed is saved at once. */
export function ClientPage({ client }: { client: ClientSnapshot }): ReactNode {
  const actions = useClientActions();
  const navigate = useNavigate();
  const { status, profile, name } = client;
  return (
    <>
      <DetailHeader
        icon={<Icon name="terminal" size={20} />}
        title={name}
        actions={
          <>
            {status === 'waiting' ? (
              <Button
                size="xs"
                variant="filled"
                onClick={() =>
                  void navigate({ to: '/approvals', search: { item: clientEntryId(client.id) } })
                }
              >
                {t('common.review')}
              </Button>
            ) : (
              <Button
                size="xs"
                loading={actions.isPending}
                onClick={() =>
                  actions.decide(
                    client,
                    status === 'allowed' ? { kind: 'pause' } : { kind: 'allow', profile },
                  )
                }
              >
                {t(
                  status === 'allowed'
                    ? 'clients.pause'
                    : status === 'paused'
                      ? 'clients.resume'
                      : 'clients.allow',
                )}
              </Button>
            )}
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon size="xs" aria-label={t('clients.more', { client: visibleString(name) })}>
                  <Icon name="more" size={14} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <MenuEntries entries={clientEntries(client, actions)} />
              </Menu.Dropdown>
            </Menu>
          </>
        }
      >
        <Chip tone={clientTone(client)}>{clientState(client)}</Chip>
      </DetailHeader>
      <div className={styles.page}>
        {status !== 'allowed' && (
          <Note tone={status === 'waiting' ? 'lamp' : 'plain'}>{t(`clients.note.${status}`)}</Note>
        )}
        <div className={styles.columns}>
          <ClientFacts client={client} />
          {status !== 'waiting' && (
            <ClientAccess
              profile={profile}
              disabled={status !== 'allowed' || actions.isPending}
              onChange={(next) => actions.decide(client, { kind: 'allow', profile: next })}
            />
          )}
        </div>
      </div>
    </>
  );
}
