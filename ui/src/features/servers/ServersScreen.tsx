import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { SourceId, ServerSnapshot, WebtoolSnapshot } from '../../api/generated/contract';
import { useServers } from '../../api/queries';
import { useWebtools } from '../../api/webtools';
import { EmptyState } from '../../kit/EmptyState';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Icon } from '../../kit/Icon';
import { KeyringNote } from '../../entities/message/KeyringNote';
import { useServerActions } from '../../entities/server/serverActions';
import { useWebtoolActions } from '../../entities/webtool/webtoolActions';
import { ListPane } from '../../kit/ListPane';
import { Panes } from '../../entities/layout/Panes';
import { SectionList } from '../../kit/SectionList';
import type { SectionListHandle } from '../../kit/SectionList';
import { sheet } from '../../lib/panels';
import { closest } from '../../lib/search';
import { EnableView } from './EnableView';
import { ProcessesView } from './ProcessesView';
import { ServerPage } from './ServerPage';
import { RowOf, rowId, rowMatches, rowName, type ConnectedRow } from './ServerRows';
import { useWaiting } from './useEnable';
import { WebtoolPage } from './WebtoolPage';
import { t } from '../../words/translate';
import './servers.css';

/** All configured servers, and the page of one. */
export function ServersScreen(): ReactNode {
  const { data: servers, isPending, error, refetch } = useServers();
  const { data: webtools = [] } = useWebtools();
  const { server: chosen, view } = useSearch({ from: '/servers' });
  const navigate = useNavigate();
  const rows = rowsOf(servers ?? [], webtools);
  const selected = (chosen === undefined ? rows[0] : rows.find((row) => rowId(row) === chosen)) ?? null;
  return (
    <Panes
      listLabel={t('common.servers')}
      chosen={selected !== null || view === 'processes' || view === 'enable'}
      list={
        <ServerList
          servers={servers}
          webtools={webtools}
          loading={isPending}
          trouble={
            error === null ? null : <ErrorNotice shape="pane" error={error} onRetry={() => void refetch()} />
          }
          selected={view === 'processes' || view === 'enable' ? null : selected}
          processesShown={view === 'processes'}
          onShowProcesses={() => void navigate({ to: '/servers', search: { view: 'processes' } })}
          onSelect={(id) => void navigate({ to: '/servers', search: { server: id } })}
        />
      }
      detail={
        view === 'processes' ? (
          <ProcessesView servers={servers ?? []} />
        ) : view === 'enable' ? (
          <EnableView />
        ) : selected === null ? (
          <EmptyState icon="server" title={t('servers.list.goneTitle')}>
            {t('servers.list.goneHelp')}
          </EmptyState>
        ) : (
          <PageOf key={rowId(selected)} row={selected} />
        )
      }
    />
  );
}

function PageOf({ row }: { row: ConnectedRow }): ReactNode {
  return row.kind === 'server' ? <ServerPage server={row.server} /> : <WebtoolPage webtool={row.webtool} />;
}

function rowsOf(servers: readonly ServerSnapshot[], webtools: readonly WebtoolSnapshot[]): ConnectedRow[] {
  return [
    ...servers.map((server) => ({ kind: 'server' as const, server })),
    ...webtools.map((webtool) => ({ kind: 'webtool' as const, webtool })),
  ];
}

interface ServerListProps {
  servers: ServerSnapshot[] | undefined;
  webtools: WebtoolSnapshot[];
  loading: boolean;
  trouble: ReactNode;
  selected: ConnectedRow | null;
  onSelect: (id: SourceId) => void;
  processesShown: boolean;
  onShowProcesses: () => void;
}

function ServerList(props: ServerListProps): ReactNode {
  const { servers, webtools, loading, trouble, selected, onSelect, processesShown, onShowProcesses } = props;
  const [query, setQuery] = useState('');
  const list = useRef<SectionListHandle>(null);
  const serverActions = useServerActions();
  const webtoolActions = useWebtoolActions();
  const rowMenu = (row: ConnectedRow) => ({
    label: t('servers.menu.label', { server: row.kind === 'server' ? row.server.label : row.webtool.label }),
    entries: row.kind === 'server' ? serverActions(row.server) : webtoolActions(row.webtool),
  });
  const sections = useMemo(() => {
    const items = rowsOf(servers ?? [], webtools).filter((row) => rowMatches(query, row));
    return [{ key: 'all', label: t('common.servers'), header: null, items }];
  }, [servers, webtools, query]);
  const found = sections[0]?.items.length ?? 0;
  return (
    <ListPane
      title={t('common.servers')}
      count={servers === undefined ? undefined : servers.length + webtools.length}
      loading={loading}
      notice={
        <>
          <KeyringNote show="whenWaiting" />
          <WaitingToEnable />
        </>
      }
      actions={
        <>
          <Button
            size="xs"
            variant="subtle"
            aria-pressed={processesShown}
            leftSection={<Icon name="activity" size={14} />}
            onClick={onShowProcesses}
          >
            {t('servers.processes.title')}
          </Button>
          <Button
            size="xs"
            aria-label={t('serverForm.title.add')}
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => sheet.set({ kind: 'add', paste: '' })}
          >
            {t('common.add')}
          </Button>
        </>
      }
      search={{
        label: t('servers.list.search'),
        value: query,
        onChange: setQuery,
        onEnterList: () => list.current?.focus(),
      }}
    >
      {trouble ??
        (found === 0 ? (
          <NothingFound
            query={query}
            labels={[...(servers ?? []), ...webtools].map(({ label }) => label)}
            onTake={setQuery}
          />
        ) : (
          <SectionList
            handle={list}
            label={t('common.servers')}
            sections={sections}
            rowHeight={48}
            itemKey={rowId}
            rowLabel={rowName}
            renderRow={(row) => <RowOf row={row} />}
            rowMenu={rowMenu}
            selected={selected === null ? null : rowId(selected)}
            onSelect={(row) => onSelect(rowId(row))}
          />
        ))}
    </ListPane>
  );
}

/** The way to all servers that were never enabled here. */
function WaitingToEnable(): ReactNode {
  const navigate = useNavigate();
  const count = useWaiting().length;
  if (count < 1) return null;
  return (
    <Button
      size="xs"
      leftSection={<Icon name="power" size={14} />}
      onClick={() => void navigate({ to: '/servers', search: { view: 'enable' } })}
    >
      {t('servers.enable.open', { count })}
    </Button>
  );
}

interface NothingFoundProps {
  query: string;
  labels: string[];
  onTake: (query: string) => void;
}

function NothingFound({ query, labels, onTake }: NothingFoundProps): ReactNode {
  const near = closest(query, labels);
  return (
    <EmptyState icon="search" title={t('servers.list.noMatch', { query })} role="status">
      {near === null
        ? t('servers.list.noMatchHelp')
        : t.rich('servers.list.didYouMean', {
            name: () => (
              <Button size="xs" variant="subtle" color="accent" onClick={() => onTake(near)}>
                {near}
              </Button>
            ),
          })}
    </EmptyState>
  );
}
