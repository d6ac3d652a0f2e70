import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import { useServers } from '../../api/queries';
import { useWebtools } from '../../api/webtools';
import { Skeleton } from '../../kit/Skeleton';
import { EmptyState } from '../../kit/EmptyState';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Panes } from '../../entities/layout/Panes';
import { ServerList } from './ServerList';
import { rowId, rowsOf, type OpenRow } from './ServerRows';
import { t } from '../../words/translate';

// The list is seen first; what stands beside it is loaded meanwhile or when it is shown.
const EnableView = lazy(async () => ({ default: (await import('./EnableView')).EnableView }));
const GroupDialog = lazy(async () => ({ default: (await import('./GroupDialog')).GroupDialog }));
const ProcessesView = lazy(async () => ({ default: (await import('./ProcessesView')).ProcessesView }));
const ServerPage = lazy(async () => ({ default: (await import('./ServerPage')).ServerPage }));
const WebtoolPage = lazy(async () => ({ default: (await import('./WebtoolPage')).WebtoolPage }));

/** All configured servers, and the page of one. */
export function ServersScreen(): ReactNode {
  const { data: servers, isPending, error, refetch } = useServers();
  const { data: webtools = [] } = useWebtools();
  const { server: chosen, view } = useSearch({ from: '/servers' });
  const navigate = useNavigate();
  const rows = rowsOf(servers ?? [], webtools);
  const selected = (chosen === undefined ? rows[0] : rows.find((row) => rowId(row) === chosen)) ?? null;
  return (
    <>
      <Suspense fallback={null}>
        <GroupDialog />
      </Suspense>
      <Panes
        listLabel={t('common.servers')}
        chosen={selected !== null || view === 'processes' || view === 'enable'}
        list={
          <ServerList
            servers={servers}
            webtools={webtools}
            loading={isPending}
            trouble={
              error === null ? null : (
                <ErrorNotice shape="pane" error={error} onRetry={() => void refetch()} />
              )
            }
            selected={view === 'processes' || view === 'enable' ? null : selected}
            processesShown={view === 'processes'}
            onShowProcesses={() => void navigate({ to: '/servers', search: { view: 'processes' } })}
            onSelect={(id, by) =>
              void navigate({ to: '/servers', search: { server: id }, replace: by === 'pass' })
            }
          />
        }
        detail={
          <Suspense fallback={<Skeleton rows={4} />}>
            {view === 'processes' ? (
              <ProcessesView servers={servers ?? []} />
            ) : view === 'enable' ? (
              <EnableView />
            ) : selected === null ? (
              <EmptyState icon="server" title={t('servers.list.goneTitle')}>
                {t('servers.list.goneHelp')}
              </EmptyState>
            ) : (
              <PageOf key={rowId(selected)} row={selected} />
            )}
          </Suspense>
        }
      />
    </>
  );
}

function PageOf({ row }: { row: OpenRow }): ReactNode {
  return row.kind === 'server' ? <ServerPage server={row.server} /> : <WebtoolPage webtool={row.webtool} />;
}
