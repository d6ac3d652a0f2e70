import { ActionIcon } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ProcessUsage, ServerSnapshot } from '../../api/generated/contract';
import { useOperation, useProcesses } from '../../api/queries';
import { DetailHeader } from '../../components/DetailHeader';
import { ErrorNotice } from '../../components/ErrorNotice';
import { Icon } from '../../components/Icon';
import { Note } from '../../components/Note';
import { ServerIcon } from '../../components/ServerIcon';
import { Skeleton } from '../../components/Skeleton';
import { StateDot } from '../../components/StateDot';
import { VisibleText } from '../../components/VisibleText';
import { count, formatBytes, formatShare, formatUptime } from '../../lib/format';
import { notifyError } from '../../lib/notify';
import '../../components/DataTable/dataTable.css';
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
      <DetailHeader icon={<Icon name="activity" size={20} />} title="Processes">
        <span className="t3">Each line is a program with everything it started.</span>
      </DetailHeader>
      <div className="page scrolls" role="region" aria-label="Processes" tabIndex={0}>
        {isPending && <Skeleton rows={4} />}
        {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {data !== undefined && (
          <table className="table processes">
            <caption className="sr-only">What Usher and its local servers use of this computer</caption>
            <thead>
              <tr>
                <th scope="col">Program</th>
                <th scope="col">Process</th>
                <th scope="col">Memory</th>
                <th scope="col">Processor</th>
                <th scope="col">Up for</th>
                <th scope="col">
                  <span className="sr-only">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.usher !== null && (
                <tr>
                  <th scope="row">
                    <span className="row">
                      <Icon name="server" size={16} />
                      <span className="cut">Usher and its window</span>
                    </span>
                  </th>
                  <Numbers usage={data.usher} />
                  <td>
                    <span className="sr-only">none</span>
                  </td>
                </tr>
              )}
              {running.map(({ server, usage }) => (
                <ServerLine key={server.id} server={server} usage={usage} />
              ))}
            </tbody>
          </table>
        )}
        {data !== undefined && running.length === 0 && (
          <Note icon="info">No local server is running. Servers behind an address run elsewhere.</Note>
        )}
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
            aria-label={`Restart ${server.label}`}
            title="Restart"
            loading={restart.isPending}
            onClick={() => restart.mutate({ serverId: server.id })}
          >
            <Icon name="refresh" size={14} />
          </ActionIcon>
          <ActionIcon
            size="xs"
            aria-label={`Turn ${server.label} off`}
            title="Turn off"
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
      <td className="num" title={count(processes, 'process', 'processes')}>
        {pid}
        {processes > 1 && <span className="t3"> +{processes - 1}</span>}
      </td>
      <td className="num">{formatBytes(memoryBytes)}</td>
      <td className="num">{cpuPercent === null ? <span className="t3">…</span> : formatShare(cpuPercent)}</td>
      <td className="num">{formatUptime(uptimeMs)}</td>
    </>
  );
}
