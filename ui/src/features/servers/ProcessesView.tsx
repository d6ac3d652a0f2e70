import { ActionIcon } from '../../kit/controls';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ProcessUsage, ServerSnapshot } from '../../api/generated/contract';
import { useOperation, useProcesses } from '../../api/queries';
import { DetailHeader } from '../../kit/DetailHeader';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Icon } from '../../kit/Icon';
import { Note } from '../../kit/Note';
import { ServerIcon } from '../../entities/server/ServerIcon';
import { Skeleton } from '../../kit/Skeleton';
import { StateDot } from '../../entities/server/StateDot';
import { Table, type Column } from '../../kit/Table/Table';
import { Tip } from '../../kit/Tip';
import { VisibleText } from '../../kit/VisibleText';
import { formatBytes, formatNumber, formatShare, formatUptime } from '../../lib/format';
import { notifyError } from '../../lib/notify';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import styles from './processes.module.css';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import serversStyles from './servers.module.css';

/** How often the core is asked while this view is open, in ms. */
const LOOK_EVERY = 2_000;

/** What Usher and the local servers use of this computer right now. */
export function ProcessesView({ servers }: { servers: ServerSnapshot[] }): ReactNode {
  const { data, error, isPending, refetch } = useProcesses(LOOK_EVERY);
  const running = (data?.servers ?? []).flatMap(({ serverId, usage }) => {
    const server = servers.find(({ id }) => id === serverId);
    return server === undefined ? [] : [{ server, usage }];
  });
  return (
    <>
      <DetailHeader icon={<Icon name="activity" size={20} />} title={t('servers.processes.title')}>
        <span className={layout.t3}>{t('servers.processes.help')}</span>
      </DetailHeader>
      <div
        className={cx(serversStyles.page, layout.scrolls)}
        role="region"
        aria-label={t('servers.processes.title')}
        tabIndex={0}
      >
        {isPending && <Skeleton rows={4} />}
        {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {data !== undefined && (
          <Table
            label={t('servers.processes.caption')}
            cells="wrap"
            columns={columns()}
            rows={data.usher === null ? running : [{ server: null, usage: data.usher }, ...running]}
            rowKey={({ server }) => server?.id ?? 'usher'}
          />
        )}
        {data !== undefined && running.length === 0 && <Note icon="info">{t('servers.processes.none')}</Note>}
      </div>
    </>
  );
}

interface Line {
  /** `null` = Usher itself. */
  server: ServerSnapshot | null;
  usage: ProcessUsage;
}

const columns = (): Column<Line>[] => [
  {
    key: 'program',
    head: t('common.program'),
    namesRow: true,
    cell: ({ server }) => (server === null ? <Usher /> : <Program server={server} />),
    sortBy: ({ server }) => server?.label ?? t('servers.processes.usher'),
  },
  {
    key: 'pid',
    head: t('servers.processes.pid'),
    align: 'end',
    width: '90px',
    cell: ({ usage: { pid, processes } }) => (
      <>
        {pid}
        {processes > 1 && <span className={layout.t3}> +{formatNumber(processes - 1)}</span>}
      </>
    ),
    title: ({ usage }) => t('servers.processes.count', { count: usage.processes }),
    sortBy: ({ usage }) => usage.pid,
  },
  {
    key: 'memory',
    head: t('servers.processes.memory'),
    align: 'end',
    width: '90px',
    cell: ({ usage }) => formatBytes(usage.memoryBytes),
    sortBy: ({ usage }) => usage.memoryBytes,
  },
  {
    key: 'cpu',
    head: t('servers.processes.cpu'),
    align: 'end',
    width: '90px',
    cell: ({ usage: { cpuPercent } }) =>
      cpuPercent === null ? <span className={layout.t3}>…</span> : formatShare(cpuPercent),
    sortBy: ({ usage }) => usage.cpuPercent,
  },
  {
    key: 'uptime',
    head: t('servers.processes.uptime'),
    align: 'end',
    width: '90px',
    cell: ({ usage }) => formatUptime(usage.uptimeMs),
    sortBy: ({ usage }) => usage.uptimeMs,
  },
  {
    key: 'actions',
    head: <span className={layout['sr-only']}>{t('servers.processes.actions')}</span>,
    width: '72px',
    cell: ({ server }) =>
      server === null ? (
        <span className={layout['sr-only']}>{t('common.none')}</span>
      ) : (
        <Actions server={server} />
      ),
  },
];

function Usher(): ReactNode {
  return (
    <span className={styles.line}>
      <Icon name="server" size={16} />
      <span className={layout.cut}>{t('servers.processes.usher')}</span>
    </span>
  );
}

function Program({ server }: { server: ServerSnapshot }): ReactNode {
  return (
    <span className={styles.line}>
      <ServerIcon icon={server.icon} size={16} />
      <Tip className={layout.cut} label={visibleString(server.label)} when="cut">
        <Link to="/servers" search={{ server: server.id }}>
          <VisibleText text={server.label} />
        </Link>
      </Tip>
      <StateDot state={server.state} />
    </span>
  );
}

function Actions({ server }: { server: ServerSnapshot }): ReactNode {
  const restart = useOperation('server.restart', { onError: notifyError });
  const setEnabled = useOperation('server.setEnabled', { onError: notifyError });
  return (
    <span className={styles.actions}>
      <ActionIcon
        size="xs"
        aria-label={t('common.restartOf', { server: server.label })}
        title={t('common.restart')}
        loading={restart.isPending}
        onClick={() => restart.mutate({ serverId: server.id })}
      >
        <Icon name="refresh" size={14} />
      </ActionIcon>
      <ActionIcon
        size="xs"
        aria-label={t('common.disableOf', { server: server.label })}
        title={t('common.disable')}
        loading={setEnabled.isPending}
        onClick={() => setEnabled.mutate({ serverId: server.id, enabled: false })}
      >
        <Icon name="power" size={14} />
      </ActionIcon>
    </span>
  );
}
