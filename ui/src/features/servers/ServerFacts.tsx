import type { ReactNode } from 'react';
import type { Message, ServerDetail, ServerSnapshot } from '../../api/generated/contract';
import { useProcesses } from '../../api/queries';
import { StateDot } from '../../entities/server/StateDot';
import { Chip } from '../../kit/Chip';
import { formatBytes, formatMoment, formatShare, formatUptime } from '../../lib/format';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { messageText } from '../../words/message';
import { FactList } from './FactList';
import { protocolFacts } from './Protocol';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';

interface FactsProps {
  server: ServerSnapshot;
  detail: ServerDetail | undefined;
}

/** What the host itself knows about a server. */
export function Facts({ server, detail }: FactsProps): ReactNode {
  const isLocal = server.origin.kind !== 'host';
  return (
    <FactList
      title={t('servers.facts.title')}
      facts={[
        { name: t('common.status'), value: <Status server={server} detail={detail} /> },
        // The row is there before anything is known, so that nothing below it moves away from under the pointer.
        ...(isLocal ? [{ name: t('servers.facts.memoryCpu'), value: <Usage server={server} /> }] : []),
        ...protocolFacts({ server, detail }),
        {
          name: t('common.added'),
          value: <span className={layout.num}>{formatMoment(server.createdAt)}</span>,
        },
      ]}
    />
  );
}

function Status({ server: { state }, detail }: FactsProps): ReactNode {
  return (
    <>
      <StateDot state={state} word="shown" />
      {state.kind === 'running' && (
        <span className={cx(layout.t3, layout.num)}>
          {' '}
          {state.pid === null
            ? t('servers.facts.since', { time: formatMoment(state.sinceAt) })
            : t('servers.facts.sincePid', { time: formatMoment(state.sinceAt), pid: String(state.pid) })}
        </span>
      )}
      <Noisy repairs={detail?.repairs ?? []} />
    </>
  );
}

/** Says that its program logs where only messages belong. */
function Noisy({ repairs }: { repairs: readonly Message[] }): ReactNode {
  const note = repairs.findLast(({ code }) => code === 'repair.stdout');
  if (note === undefined) return null;
  return (
    <>
      {' '}
      <Chip tone="lamp" icon="warning" title={visibleString(messageText(note))}>
        {t('servers.facts.invalidStdout')}
      </Chip>
    </>
  );
}

/** What a local server uses; the page looks now and then while it is open. */
function Usage({ server }: { server: ServerSnapshot }): ReactNode {
  const { data } = useProcesses(5_000);
  const usage = data?.servers.find(({ serverId }) => serverId === server.id)?.usage;
  if (server.state.kind !== 'running' || usage === undefined) {
    return (
      <span className={layout.t3}>
        {t(server.state.kind === 'running' ? 'servers.facts.measuring' : 'servers.facts.notRunning')}
      </span>
    );
  }
  return (
    <span className={layout.num}>
      {formatBytes(usage.memoryBytes)}
      {usage.cpuPercent !== null && `, ${formatShare(usage.cpuPercent)}`}
      <span className={layout.t3}>
        {' · '}
        {t('servers.facts.processes', {
          count: usage.processes,
          uptime: formatUptime(usage.uptimeMs),
        })}
      </span>
    </span>
  );
}
