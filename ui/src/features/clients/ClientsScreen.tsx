import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClients } from '../../api/clients';
import { Panes } from '../../entities/layout/Panes';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { EmptyState } from '../../kit/EmptyState';
import { t } from '../../words/translate';
import { ClientList } from './ClientList';
import { ClientPage } from './ClientPage';
import { ConnectHelp } from './ConnectHelp';
import { RenameClient } from './RenameClient';

/** Programs that reach the servers through Usher, and the page of one; where there is none, how to connect the first. */
export function ClientsScreen(): ReactNode {
  const { data: clients, isPending, error, refetch } = useClients();
  const { item, view } = useSearch({ from: '/clients' });
  const navigate = useNavigate({ from: '/clients' });
  const isHelp = view === 'connect' || (clients?.length === 0 && item === undefined);
  const selected = (item === undefined ? clients?.[0] : clients?.find(({ id }) => id === item)) ?? null;
  return (
    <>
      <Panes
        listLabel={t('clients.title')}
        chosen={isHelp || item !== undefined || selected !== null}
        list={
          <ClientList
            clients={clients}
            loading={isPending}
            trouble={
              error === null ? null : (
                <ErrorNotice shape="pane" error={error} onRetry={() => void refetch()} />
              )
            }
            selected={isHelp ? null : (selected?.id ?? null)}
            helpShown={isHelp}
            onHelp={() => void navigate({ search: { view: 'connect' } })}
            onSelect={({ id }, by) => void navigate({ search: { item: id }, replace: by === 'pass' })}
          />
        }
        detail={
          isHelp ? (
            <ConnectHelp />
          ) : selected !== null ? (
            <ClientPage key={selected.id} client={selected} />
          ) : clients === undefined ? null : (
            <EmptyState icon="terminal" title={t('clients.gone.title')}>
              {t('clients.gone.help')}
            </EmptyState>
          )
        }
      />
      <RenameClient />
    </>
  );
}
