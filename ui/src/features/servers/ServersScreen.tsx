import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { ServerSnapshot } from '../../api/generated/contract';
import { useServers } from '../../api/queries';
import { EmptyState } from '../../components/EmptyState';
import { ErrorNotice } from '../../components/ErrorNotice';
import { Icon } from '../../components/Icon';
import { KeyringNote } from '../../components/KeyringNote';
import { ListPane } from '../../components/ListPane';
import { Panes } from '../../components/Panes';
import { SectionList } from '../../components/SectionList';
import type { SectionListHandle } from '../../components/SectionList';
import { ServerIcon } from '../../components/ServerIcon';
import { StateDot, stateWord } from '../../components/StateDot';
import { count, originText } from '../../lib/format';
import { sheet } from '../../lib/panels';
import { closest, matches } from '../../lib/search';
import { ProcessesView } from './ProcessesView';
import { ServerPage } from './ServerPage';
import './servers.css';

/** All configured servers, and the page of one. */
export function ServersScreen(): ReactNode {
  const { data: servers, isPending, error, refetch } = useServers();
  const { server: chosen, view } = useSearch({ from: '/servers' });
  const navigate = useNavigate();
  const selected =
    (chosen === undefined ? servers?.[0] : servers?.find((server) => server.id === chosen)) ?? null;
  return (
    <Panes
      listLabel="Servers"
      chosen={selected !== null || view === 'processes'}
      list={
        <ServerList
          servers={servers}
          loading={isPending}
          trouble={
            error === null ? null : <ErrorNotice shape="pane" error={error} onRetry={() => void refetch()} />
          }
          selected={view === 'processes' ? null : selected}
          processesShown={view === 'processes'}
          onShowProcesses={() => void navigate({ to: '/servers', search: { view: 'processes' } })}
          onSelect={(server) => void navigate({ to: '/servers', search: { server: server.id } })}
        />
      }
      detail={
        view === 'processes' ? (
          <ProcessesView servers={servers ?? []} />
        ) : selected === null ? (
          <EmptyState icon="server" title="This server is gone">
            It was removed. Choose another one on the left.
          </EmptyState>
        ) : (
          <ServerPage key={selected.id} server={selected} />
        )
      }
    />
  );
}

interface ServerListProps {
  servers: ServerSnapshot[] | undefined;
  loading: boolean;
  trouble: ReactNode;
  selected: ServerSnapshot | null;
  onSelect: (server: ServerSnapshot) => void;
  processesShown: boolean;
  onShowProcesses: () => void;
}

function ServerList(props: ServerListProps): ReactNode {
  const { servers, loading, trouble, selected, onSelect, processesShown, onShowProcesses } = props;
  const [query, setQuery] = useState('');
  const list = useRef<SectionListHandle>(null);
  const sections = useMemo(() => {
    const items = (servers ?? []).filter((server) => matches(query, server.label, originText(server.origin)));
    return [{ key: 'all', label: 'Servers', header: null, items }];
  }, [servers, query]);
  const found = sections[0]?.items.length ?? 0;
  return (
    <ListPane
      title="Servers"
      count={servers?.length}
      loading={loading}
      notice={<KeyringNote show="whenWaiting" />}
      actions={
        <>
          <Button
            size="xs"
            variant={processesShown ? 'light' : 'subtle'}
            aria-pressed={processesShown}
            leftSection={<Icon name="activity" size={14} />}
            onClick={onShowProcesses}
          >
            Processes
          </Button>
          <Button
            size="xs"
            aria-label="Add a server"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => sheet.set({ kind: 'add', paste: '' })}
          >
            Add
          </Button>
        </>
      }
      search={{
        label: 'Search servers',
        value: query,
        onChange: setQuery,
        onEnterList: () => list.current?.focus(),
      }}
    >
      {trouble ??
        (found === 0 ? (
          <NothingFound query={query} servers={servers ?? []} onTake={setQuery} />
        ) : (
          <SectionList
            handle={list}
            label="Servers"
            sections={sections}
            rowHeight={48}
            itemKey={(server) => server.id}
            rowLabel={(server) => `${server.label}, ${stateWord(server.state)}`}
            renderRow={(server) => <ServerRow server={server} />}
            selected={selected?.id ?? null}
            onSelect={onSelect}
          />
        ))}
    </ListPane>
  );
}

interface NothingFoundProps {
  query: string;
  servers: ServerSnapshot[];
  onTake: (query: string) => void;
}

function NothingFound({ query, servers, onTake }: NothingFoundProps): ReactNode {
  const near = closest(
    query,
    servers.map((server) => server.label),
  );
  return (
    <EmptyState icon="search" title={`Nothing called “${query}”`} role="status">
      {near === null ? (
        'No label, command or address holds this.'
      ) : (
        <>
          Did you mean{' '}
          <Button size="xs" variant="subtle" color="accent" onClick={() => onTake(near)}>
            {near}
          </Button>
          ?
        </>
      )}
    </EmptyState>
  );
}

function ServerRow({ server }: { server: ServerSnapshot }): ReactNode {
  const origin = originText(server.origin);
  return (
    <>
      <ServerIcon icon={server.icon} />
      <span className="grow">
        <div className="tt" title={server.label}>
          {server.label}
        </div>
        <div className="ss" title={origin}>
          {origin}
        </div>
      </span>
      <span className="col server-row-state">
        <span className="fs11 t2">
          <StateDot state={server.state} word="shown" />
        </span>
        <span className="fs11 t3 num">{rowFact(server)}</span>
      </span>
    </>
  );
}

/** What is worth a place in the row: what it offers, and the era it is spoken to in. */
function rowFact(server: ServerSnapshot): string {
  const { state, counts, negotiated } = server;
  if (state.kind === 'failed' || state.kind === 'retrying') return state.failure.detail ?? 'see why';
  const offered =
    counts.tools !== null
      ? count(counts.tools, 'tool')
      : counts.resources !== null
        ? count(counts.resources, 'resource')
        : counts.prompts !== null
          ? count(counts.prompts, 'prompt')
          : '';
  const era = state.kind === 'running' ? (negotiated?.era ?? '') : '';
  return [offered, era].filter((part) => part !== '').join(' · ');
}
