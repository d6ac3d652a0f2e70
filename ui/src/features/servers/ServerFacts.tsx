import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { NamedValue, SecretPlace, ServerDetail, ServerSnapshot } from '../../api/generated/contract';
import { Chip } from '../../kit/Chip';
import { Icon } from '../../kit/Icon';
import { StateDot } from '../../entities/server/StateDot';
import { VisibleText } from '../../kit/VisibleText';
import { Protocol } from './Protocol';
import { useProcesses } from '../../api/queries';
import { formatBytes, formatMoment, formatShare, formatUptime } from '../../lib/format';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';

/** What the host itself knows about a server. */
export function Facts({
  server,
  detail,
}: {
  server: ServerSnapshot;
  detail: ServerDetail | undefined;
}): ReactNode {
  const { state } = server;
  return (
    <section aria-label={t('servers.facts.status')}>
      <dl className="kv page-facts">
        <dt>{t('servers.facts.status')}</dt>
        <dd>
          <StateDot state={state} word="shown" />
          {state.kind === 'running' && (
            <span className="t3 num">
              {' '}
              {state.pid === null
                ? t('servers.facts.since', { time: formatMoment(state.sinceAt) })
                : t('servers.facts.sincePid', { time: formatMoment(state.sinceAt), pid: String(state.pid) })}
            </span>
          )}
          <Noisy repairs={detail?.repairs ?? []} />
        </dd>
        {server.origin.kind !== 'host' && <Usage server={server} />}
        <Protocol server={server} detail={detail} />
        <dt>{t('servers.facts.capabilities')}</dt>
        <dd>
          <Offers server={server} />
        </dd>
        <dt>{t('servers.facts.added')}</dt>
        <dd className="num">{formatMoment(server.createdAt)}</dd>
      </dl>
    </section>
  );
}

/** That its program logs where only messages belong. The core says so among the repairs, once, in these words. */
function Noisy({ repairs }: { repairs: readonly string[] }): ReactNode {
  const note = repairs.find((repair) => repair.includes('writes much to its stdout that is no message'));
  if (note === undefined) return null;
  return (
    <>
      {' '}
      <Chip tone="lamp" icon="warning" title={visibleString(note)}>
        {t('servers.facts.invalidStdout')}
      </Chip>
    </>
  );
}

/**
 * What a local server uses; the page looks now and then while it is open. The row is there before anything is
 * known, so that nothing below it moves away from under the pointer.
 */
function Usage({ server }: { server: ServerSnapshot }): ReactNode {
  const { data } = useProcesses(5_000);
  const usage = data?.servers.find(({ serverId }) => serverId === server.id)?.usage;
  if (server.state.kind !== 'running' || usage === undefined) {
    return (
      <>
        <dt>{t('servers.facts.memoryCpu')}</dt>
        <dd className="t3">
          {t(server.state.kind === 'running' ? 'servers.facts.measuring' : 'servers.facts.notRunning')}
        </dd>
      </>
    );
  }
  return (
    <>
      <dt>{t('servers.facts.memoryCpu')}</dt>
      <dd className="num">
        {formatBytes(usage.memoryBytes)}
        {usage.cpuPercent !== null && `, ${formatShare(usage.cpuPercent)}`}
        <span className="t3">
          {' · '}
          {t('servers.facts.processes', {
            count: usage.processes,
            uptime: formatUptime(usage.uptimeMs),
          })}
        </span>
      </dd>
    </>
  );
}

function Offers({ server }: { server: ServerSnapshot }): ReactNode {
  const { tools, resources, templates, prompts } = server.counts;
  const search = { filter: server.id };
  const known = [tools, resources, templates, prompts].some((n) => n !== null);
  if (!known) return <span className="t3">{t('servers.facts.notLoaded')}</span>;
  return (
    <span className="row page-offers">
      {tools !== null && (
        <Link to="/tools" search={search}>
          {t('common.count.tools', { count: tools })}
        </Link>
      )}
      {resources !== null && (
        <Link to="/resources" search={search}>
          {t('common.count.resources', { count: resources })}
        </Link>
      )}
      {templates !== null && templates > 0 && (
        <Link to="/resources" search={search}>
          {t('common.count.templates', { count: templates })}
        </Link>
      )}
      {prompts !== null && (
        <Link to="/prompts" search={search}>
          {t('common.count.prompts', { count: prompts })}
        </Link>
      )}
    </span>
  );
}

const PLACES = {
  keyring: 'servers.configuration.secretStored',
  thisRun: 'servers.configuration.secretThisRun',
  missing: 'servers.configuration.secretMissing',
} as const satisfies Record<SecretPlace, string>;

/** How it is started or reached: exactly what the person agreed to. */
export function Definition({ detail }: { detail: ServerDetail }): ReactNode {
  const { config } = detail;
  if (config.kind === 'demo') {
    return (
      <section aria-label={t('servers.configuration.title')}>
        <h3 className="label">{t('servers.configuration.title')}</h3>
        <p className="fs12 t2">{t('servers.configuration.demo')}</p>
      </section>
    );
  }
  return (
    <section aria-label={t('servers.configuration.title')}>
      <h3 className="label">{t('servers.configuration.title')}</h3>
      {config.kind === 'stdio' ? (
        <>
          <div className="words">
            {[config.command, ...config.args].map((one, index) => (
              // The place of a word is its identity.
              // oxlint-disable-next-line react/no-array-index-key
              <span key={index} className={index === 0 ? 'word word-still prog' : 'word word-still'}>
                <VisibleText text={one} />
              </span>
            ))}
          </div>
          <dl className="kv">
            <dt>{t('servers.configuration.workingDirectory')}</dt>
            <dd className="mono">{config.cwd ?? t('servers.configuration.home')}</dd>
          </dl>
          <Values title={t('servers.configuration.environment')} values={config.env} />
        </>
      ) : (
        <>
          <p className="mono wrap">{config.url}</p>
          <Values title={t('servers.configuration.headers')} values={config.headers} />
        </>
      )}
    </section>
  );
}

function Values({ title, values }: { title: string; values: NamedValue[] }): ReactNode {
  if (values.length === 0) return null;
  return (
    <dl className="page-values" aria-label={title}>
      {values.map(({ name, value }) => (
        <div key={name}>
          <dt className="mono">{name}</dt>
          {value.kind === 'plain' ? (
            <dd className="mono t2 wrap">
              <VisibleText text={value.value} />
            </dd>
          ) : (
            <dd className={`row fs12 ${value.kept === 'missing' ? 'lamp' : 't2'}`}>
              <Icon name="lock" size={12} />
              {t(PLACES[value.kept])}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
