import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { NamedValue, SecretPlace, ServerDetail, ServerSnapshot } from '../../api/generated/contract';
import { Chip } from '../../components/Chip';
import { Icon } from '../../components/Icon';
import { StateDot } from '../../components/StateDot';
import { VisibleText } from '../../components/VisibleText';
import { Protocol } from './Protocol';
import { useProcesses } from '../../api/queries';
import { count, formatBytes, formatMoment, formatShare, formatUptime } from '../../lib/format';
import { visibleString } from '../../lib/visible';

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
    <section aria-label="State">
      <dl className="kv page-facts">
        <dt>State</dt>
        <dd>
          <StateDot state={state} word="shown" />
          {state.kind === 'running' && (
            <span className="t3 num">
              {' '}
              since {formatMoment(state.sinceAt)}
              {state.pid !== null && `, process ${state.pid}`}
            </span>
          )}
          <Noisy repairs={detail?.repairs ?? []} />
        </dd>
        {server.origin.kind !== 'host' && <Usage server={server} />}
        <Protocol server={server} detail={detail} />
        <dt>Offers</dt>
        <dd>
          <Offers server={server} />
        </dd>
        <dt>Added</dt>
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
        noisy
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
        <dt>Uses</dt>
        <dd className="t3">
          {server.state.kind === 'running' ? 'being measured' : 'nothing, it does not run'}
        </dd>
      </>
    );
  }
  return (
    <>
      <dt>Uses</dt>
      <dd className="num">
        {formatBytes(usage.memoryBytes)} of memory
        {usage.cpuPercent !== null && `, ${formatShare(usage.cpuPercent)} of a processor`}
        <span className="t3">
          , {count(usage.processes, 'process', 'processes')}, up {formatUptime(usage.uptimeMs)}
        </span>
      </dd>
    </>
  );
}

function Offers({ server }: { server: ServerSnapshot }): ReactNode {
  const { tools, resources, templates, prompts } = server.counts;
  const search = { filter: server.id };
  const known = [tools, resources, templates, prompts].some((n) => n !== null);
  if (!known) return <span className="t3">not known yet</span>;
  return (
    <span className="row page-offers">
      {tools !== null && (
        <Link to="/tools" search={search}>
          {count(tools, 'tool')}
        </Link>
      )}
      {resources !== null && (
        <Link to="/resources" search={search}>
          {count(resources, 'resource')}
        </Link>
      )}
      {templates !== null && templates > 0 && (
        <Link to="/resources" search={search}>
          {count(templates, 'template')}
        </Link>
      )}
      {prompts !== null && (
        <Link to="/prompts" search={search}>
          {count(prompts, 'prompt')}
        </Link>
      )}
    </span>
  );
}

const PLACES: Record<SecretPlace, string> = {
  keyring: 'secret, in the system keyring',
  thisRun: 'secret, kept for this run only',
  missing: 'secret, cannot be read now',
};

/** How it is started or reached: exactly what the person agreed to. */
export function Definition({ detail }: { detail: ServerDetail }): ReactNode {
  const { config } = detail;
  if (config.kind === 'demo') {
    return (
      <section aria-label="Definition">
        <h3 className="label">Definition</h3>
        <p className="fs12 t2">
          Part of Usher. It runs as a program of its own and reaches nothing outside itself.
        </p>
      </section>
    );
  }
  return (
    <section aria-label="Definition">
      <h3 className="label">Definition</h3>
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
            <dt>Folder</dt>
            <dd className="mono">{config.cwd ?? 'home directory'}</dd>
          </dl>
          <Values title="Environment" values={config.env} />
        </>
      ) : (
        <>
          <p className="mono wrap">{config.url}</p>
          <Values title="Headers" values={config.headers} />
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
              {PLACES[value.kept]}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
