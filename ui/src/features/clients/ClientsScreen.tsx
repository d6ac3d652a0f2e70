import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useClients } from '../../api/clients';
import type { ClientSnapshot } from '../../api/generated/contract';
import { clientState, clientTone, declaredText } from '../../entities/client/words';
import { Panes } from '../../entities/layout/Panes';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Chip } from '../../kit/Chip';
import { EmptyState } from '../../kit/EmptyState';
import { Icon } from '../../kit/Icon';
import { ListPane } from '../../kit/ListPane';
import { NoMatch } from '../../kit/NoMatch';
import { SectionList } from '../../kit/SectionList';
import { VisibleText } from '../../kit/VisibleText';
import { cx } from '../../lib/cx';
import { visibleString } from '../../lib/visible';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import { ClientPage } from './ClientPage';
import { ConnectHelp } from './ConnectHelp';
import { useClientMenu } from './useClientActions';
import styles from './clients.module.css';

/** Programs that reach the servers through Usher, and the page of one. */
export function ClientsScreen(): ReactNode {
  const { data, isPending, error, refetch } = useClients();
  const { item, view } = useSearch({ from: '/clients' });
  const navigate = useNavigate({ from: '/clients' });
  const [query, setQuery] = useState('');
  const menuOf = useClientMenu();
  const clients = data ?? [];
  const found = clients.filter((client) => matches(client, query));
  const isConnecting = view === 'connect';
  const chosen = isConnecting
    ? undefined
    : item === undefined
      ? clients[0]
      : clients.find(({ id }) => id === item);
  return (
    <Panes
      listLabel={t('clients.title')}
      chosen={chosen !== undefined || isConnecting || clients.length === 0}
      list={
        <ListPane
          title={t('clients.title')}
          count={data?.length}
          loading={isPending}
          search={{ label: t('clients.search'), value: query, onChange: setQuery }}
        >
          {error !== null && <ErrorNotice shape="pane" error={error} onRetry={() => void refetch()} />}
          {data?.length === 0 && (
            <EmptyState icon="terminal" title={t('clients.empty.title')}>
              {t('clients.empty.help')}
            </EmptyState>
          )}
          {clients.length > 0 && found.length === 0 && (
            <NoMatch
              query={query}
              names={() => clients.map(({ name }) => name)}
              onTake={setQuery}
              help={t('clients.noMatch')}
            />
          )}
          {found.length > 0 && (
            <SectionList
              label={t('clients.title')}
              rowHeight={48}
              sections={[{ key: 'all', label: t('clients.title'), header: null, items: found }]}
              itemKey={({ id }) => id}
              rowLabel={({ name }) => visibleString(name)}
              renderRow={(client) => <ClientRow client={client} />}
              selected={chosen?.id ?? null}
              onSelect={({ id }, by) => void navigate({ search: { item: id }, replace: by === 'move' })}
              rowMenu={menuOf}
            />
          )}
        </ListPane>
      }
      detail={
        chosen !== undefined ? (
          <ClientPage key={chosen.id} client={chosen} />
        ) : clients.length > 0 && !isConnecting ? (
          <EmptyState icon="terminal" title={t('clients.gone.title')}>
            {t('clients.gone.help')}
          </EmptyState>
        ) : (
          <ConnectHelp />
        )
      }
    />
  );
}

function matches(client: ClientSnapshot, query: string): boolean {
  const texts = [client.name, client.connectsAs, declaredText(client) ?? '', client.program.path ?? ''];
  const words = query.toLowerCase().split(/\s+/u);
  return words.every((word) => texts.some((text) => text.toLowerCase().includes(word)));
}

function ClientRow({ client }: { client: ClientSnapshot }): ReactNode {
  return (
    <>
      <span className={cx(styles.icon, layout.t2)}>
        <Icon name="terminal" size={20} />
      </span>
      <span className={styles.words}>
        <span className={cx(layout.bb, layout.cut)}>
          <VisibleText text={client.name} />
        </span>
        <span className={cx(layout.fs12, layout.t3, layout.cut)}>
          {declaredText(client) ?? t('clients.facts.none')}
        </span>
      </span>
      <Chip tone={clientTone(client)}>{clientState(client)}</Chip>
    </>
  );
}
