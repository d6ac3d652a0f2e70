import { Button, Select } from '../../kit/controls';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import type { JsonValue, ServerDetail, ServerSnapshot } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { useServerLogs } from '../../api/serverLog';
import { Quote } from '../../entities/message/Quote';
import { Icon } from '../../kit/Icon';
import { VisibleText } from '../../kit/VisibleText';
import { LEVELS } from '../../lib/levels';
import { notifyError } from '../../lib/notify';
import { toggleWire } from '../../lib/panels';
import { t } from '../../words/translate';
import { messageText } from '../../words/message';
import { MessageText } from '../../entities/message/MessageText';
import { entries } from './SelfReport';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './servers.module.css';

/** What a server wrote beside the protocol, what had to be repaired, and the way to the protocol log. */
export function LogsTab({ detail }: { detail: ServerDetail }): ReactNode {
  const { snapshot, stderr, repairs } = detail;
  const logs = useServerLogs(snapshot.id);
  const { state } = snapshot;
  const lines = state.kind === 'failed' || state.kind === 'retrying' ? state.failure.stderr : stderr;
  return (
    <>
      <div className={layout.row}>
        <Button size="xs" leftSection={<Icon name="activity" size={14} />} onClick={() => toggleWire(true)}>
          {t('common.protocolLog')}
        </Button>
      </div>
      {repairs.length > 0 && (
        <section aria-label={t('servers.diagnostics.corrected')}>
          <h3 className={layout.label}>{t('servers.diagnostics.corrected')}</h3>
          <ul className={cx(layout.fs12, layout.t2, styles['page-list'])}>
            {repairs.map((repair) => (
              <li key={messageText(repair)} className={layout.wrap}>
                <MessageText message={repair} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {lines.length > 0 && (
        <section aria-label={t('servers.diagnostics.output')}>
          <h3 className={layout.label}>{t('servers.diagnostics.output')}</h3>
          <Quote server={snapshot} verb={t('servers.page.wroteStderr')} block>
            <Tail lines={lines} label={t('servers.diagnostics.output')} />
          </Quote>
        </section>
      )}
      {(logs.length > 0 || canLog(detail.capabilities)) && (
        <section aria-label={t('common.logs')}>
          <div className={cx(layout.row, styles['log-head'])}>
            <h3 className={layout.label}>{t('common.logs')}</h3>
            {canLog(detail.capabilities) && <LevelField server={snapshot} />}
          </div>
          {logs.length === 0 && (
            <p className={cx(layout.fs12, layout.t3)}>{t('servers.diagnostics.noLogs')}</p>
          )}
          {logs.length > 0 && (
            <Quote server={snapshot} verb={t('common.hasLogged')} block>
              <Tail lines={logs.map((line) => `${line.level}  ${line.text}`)} label={t('common.logs')} />
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
      className={cx(layout.end, styles['log-level'])}
      size="xs"
      aria-label={t('servers.diagnostics.level', { server: server.label })}
      allowDeselect={false}
      disabled={set.isPending}
      data={LEVELS.map((level) => ({
        value: level,
        label: t('common.levelAndAbove', { level }),
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
      className={cx(styles.stderr, layout.scrolls)}
      role="log"
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
