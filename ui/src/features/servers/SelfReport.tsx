import { Select } from '../../kit/controls';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import type { JsonValue, ServerDetail, ServerSnapshot } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { useServerLogs } from '../../api/serverLog';
import { Chip } from '../../kit/Chip';
import { JsonView } from '../../kit/JsonView/JsonView';
import { OpenLink } from '../../entities/content/OpenLink';
import { Quote } from '../../entities/message/Quote';
import { VisibleText } from '../../kit/VisibleText';
import { LEVELS } from '../../lib/levels';
import { notifyError } from '../../lib/notify';
import { t } from '../../words/translate';

/** What the server says about itself. Claims, never facts, and quoted as such. */
export function SelfReport({ detail }: { detail: ServerDetail }): ReactNode {
  const { snapshot, instructions, serverInfo, capabilities } = detail;
  const info = entries(serverInfo);
  const names = entries(capabilities);
  return (
    <>
      {info.length > 0 && (
        <section aria-label={t('servers.info.title')}>
          <h3 className="label">
            {t('servers.info.title')} <span className="t3">· {t('servers.info.reported')}</span>
          </h3>
          <Quote>
            <dl className="kv">
              {info.map(([name, value]) => (
                <div key={name} className="kv-line">
                  <dt>{name}</dt>
                  <dd className={typeof value === 'string' ? 'wrap' : 'mono wrap'}>
                    <VisibleText text={asText(value)} />
                    {name === 'websiteUrl' && typeof value === 'string' && (
                      <OpenLink serverId={snapshot.id} address={value} place={{ kind: 'website' }} />
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          </Quote>
        </section>
      )}
      {names.length > 0 && (
        <section aria-label={t('servers.info.capabilities')}>
          <h3 className="label">{t('servers.info.capabilities')}</h3>
          <div className="row page-chips">
            {names.map(([name, value]) => (
              <Chip key={name} title={asText(value)}>
                <VisibleText text={[name, ...flags(value)].join(' · ')} />
              </Chip>
            ))}
          </div>
          <details className="raw">
            <summary>{t('common.rawJson')}</summary>
            <JsonView label={t('servers.info.raw')} value={{ serverInfo, capabilities }} />
          </details>
        </section>
      )}
      {instructions !== null && instructions !== '' && (
        <section aria-label={t('servers.info.instructions')}>
          <h3 className="label">{t('servers.info.instructions')}</h3>
          <Quote server={snapshot} block text={instructions} />
        </section>
      )}
    </>
  );
}

/** What went past the protocol: stderr, log messages, and what had to be repaired. */
export function Diagnostics({ detail }: { detail: ServerDetail }): ReactNode {
  const { snapshot, stderr, repairs } = detail;
  const logs = useServerLogs(snapshot.id);
  // A server that failed shows its last words above, beside the reason.
  const told = snapshot.state.kind === 'failed' || snapshot.state.kind === 'retrying';
  return (
    <>
      {repairs.length > 0 && (
        <section aria-label={t('servers.diagnostics.corrected')}>
          <h3 className="label">{t('servers.diagnostics.corrected')}</h3>
          <ul className="fs12 t2 page-list">
            {repairs.map((repair) => (
              <li key={repair} className="wrap">
                <VisibleText text={repair} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {stderr.length > 0 && !told && (
        <section aria-label={t('servers.diagnostics.output')}>
          <h3 className="label">{t('servers.diagnostics.output')}</h3>
          <Quote server={snapshot} verb={t('servers.page.wroteStderr')} block>
            <Tail lines={stderr} label={t('servers.diagnostics.output')} />
          </Quote>
        </section>
      )}
      {(logs.length > 0 || canLog(detail.capabilities)) && (
        <section aria-label={t('servers.diagnostics.logs')}>
          <div className="row log-head">
            <h3 className="label">{t('servers.diagnostics.logs')}</h3>
            {canLog(detail.capabilities) && <LevelField server={snapshot} />}
          </div>
          {logs.length === 0 && <p className="fs12 t3">{t('servers.diagnostics.noLogs')}</p>}
          {logs.length > 0 && (
            <Quote server={snapshot} verb={t('servers.page.logged')} block>
              <Tail
                lines={logs.map((line) => `${line.level}  ${line.text}`)}
                label={t('servers.diagnostics.logs')}
              />
            </Quote>
          )}
        </section>
      )}
    </>
  );
}

/** From which level on the server sends log messages. */
function LevelField({ server }: { server: ServerSnapshot }): ReactNode {
  const set = useOperation('server.setLogLevel', { onError: notifyError });
  return (
    <Select
      className="end log-level"
      size="xs"
      aria-label={t('servers.diagnostics.level', { server: server.label })}
      allowDeselect={false}
      disabled={set.isPending}
      data={LEVELS.map((level) => ({
        value: level,
        label: t('servers.diagnostics.levelAndAbove', { level }),
      }))}
      value={server.logLevel}
      onChange={(value) => {
        const level = LEVELS.find((each) => each === value);
        if (level !== undefined) set.mutate({ serverId: server.id, level });
      }}
    />
  );
}

/** Some servers write `true` where an object belongs. */
function canLog(capabilities: JsonValue | null): boolean {
  return entries(capabilities).some(
    ([name, value]) => name === 'logging' && value !== null && value !== false,
  );
}

/** The end of a growing text; follows it while the person is at the end. */
function Tail({ lines, label }: { lines: readonly string[]; label: string }): ReactNode {
  const box = useRef<HTMLPreElement>(null);
  const following = useRef(true);
  // The lines are what makes the text longer.
  useEffect(() => {
    if (following.current && box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  }, [lines]);
  return (
    <pre
      ref={box}
      className="stderr scrolls"
      role="group"
      aria-label={label}
      // What scrolls has to be reachable by keyboard.
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        following.current = scrollTop + clientHeight >= scrollHeight - 8;
      }}
    >
      <VisibleText text={lines.join('\n')} />
    </pre>
  );
}

function entries(value: JsonValue | null): [string, JsonValue][] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [];
  // Icons are shown as icons.
  return Object.entries(value).filter(([name]) => name !== 'icons');
}

function flags(value: JsonValue): string[] {
  return entries(value)
    .filter(([, on]) => on === true)
    .map(([name]) => name);
}

function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
