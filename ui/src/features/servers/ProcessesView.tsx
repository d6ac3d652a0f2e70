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
import { VisibleText } from '../../kit/VisibleText';
import { formatBytes, formatNumber, formatShare, formatUptime } from '../../lib/format';
import { notifyError } from '../../lib/notify';
import { t } from '../../words/translate';
import '../../kit/DataTable/dataTable.css';
import './processes.css';

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
        <span className="t3">{t('servers.processes.help')}</span>
      </DetailHeader>
      <div className="page scrolls" role="region" aria-label={t('servers.processes.title')} tabIndex={0}>
        {isPending && <Skeleton rows={4} />}
        {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {data !== undefined && (
          <table className="table processes">
            <caption className="sr-only">{t('servers.processes.caption')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('servers.processes.program')}</th>
                <th scope="col">{t('servers.processes.pid')}</th>
                <th scope="col">{t('servers.processes.memory')}</th>
                <th scope="col">{t('servers.processes.cpu')}</th>
                <th scope="col">{t('servers.processes.uptime')}</th>
                <th scope="col">
                  <span className="sr-only">{t('servers.processes.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.usher !== null && (
                <tr>
                  <th scope="row">
                    <span className="row">
                      <Icon name="server" size={16} />
                      <span className="cut">{t('servers.processes.usher')}</span>
                    </span>
                  </th>
                  <Numbers usage={data.usher} />
                  <td>
                    <span className="sr-only">{t('common.none')}</span>
                  </td>
                </tr>
              )}
              {running.map(({ server, usage }) => (
                <ServerLine key={server.id} server={server} usage={usage} />
              ))}
            </tbody>
          </table>
        )}
        {data !== undefined && running.length === 0 && <Note icon="info">{t('servers.processes.none')}</Note>}
      </div>
    </>
  );
}

function ServerLine({ server, usage }: { server: ServerSnapshot; usage: ProcessUsage }): ReactNode {
  const restart = useOperation('server.restart', { onError: notifyError });
  const setEnabled = useOperation('server.setEnabled', { onError: notifyError });
  return (
    <tr>
      <th scope="row">
        <span className="row">
          <ServerIcon icon={server.icon} size={16} />
          <Link className="cut" to="/servers" search={{ server: server.id }} title={server.label}>
            <VisibleText text={server.label} />
          </Link>
          <StateDot state={server.state} />
        </span>
      </th>
      <Numbers usage={usage} />
      <td>
        <span className="row processes-actions">
          <ActionIcon
            size="xs"
            aria-label={t('servers.processes.restart', { server: server.label })}
            title={t('common.restart')}
            loading={restart.isPending}
            onClick={() => restart.mutate({ serverId: server.id })}
          >
            <Icon name="refresh" size={14} />
          </ActionIcon>
          <ActionIcon
            size="xs"
            aria-label={t('servers.processes.disable', { server: server.label })}
            title={t('common.disable')}
            loading={setEnabled.isPending}
            onClick={() => setEnabled.mutate({ serverId: server.id, enabled: false })}
          >
            <Icon name="power" size={14} />
          </ActionIcon>
        </span>
      </td>
    </tr>
  );
}

function Numbers({ usage }: { usage: ProcessUsage }): ReactNode {
  const { pid, processes, memoryBytes, cpuPercent, uptimeMs } = usage;
  return (
    <>
      <td className="num" title={t('servers.processes.count', { count: processes })}>
        {pid}
        {processes > 1 && <span className="t3"> +{formatNumber(processes - 1)}</span>}
      </td>
      <td className="num">{formatBytes(memoryBytes)}</td>
      <td className="num">{cpuPercent === null ? <span className="t3">…</span> : formatShare(cpuPercent)}</td>
      <td className="num">{formatUptime(uptimeMs)}</td>
    </>
  );
}
