import { Button, Checkbox } from '../../kit/controls';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ImportSource } from '../../api/generated/contract';
import { useAnswer } from '../../api/queries';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Icon, Spinner } from '../../kit/Icon';
import { sheet } from '../../lib/panels';
import { messageText } from '../../words/message';
import { Tooltip } from '../../kit/Tooltip';
import { t } from '../../words/translate';
import { Announced } from '../../kit/Announced';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './first-run.module.css';

/** Import: files are read only when the person asks, and imported only after a review. */
export function ImportWay(): ReactNode {
  const [asked, setAsked] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const scan = useAnswer('import.scan', asked ? {} : null);
  const sources = scan.data ?? [];
  const chosen = sources.filter((source) => source.servers.length > 0 && !left.has(source.app));
  const fresh = chosen.flatMap((source) => source.servers).filter((server) => !server.known).length;
  return (
    <section className={styles.way} aria-labelledby="way-import">
      <span className={layout.acc}>
        <Icon name="import" size={20} />
      </span>
      <h2 id="way-import">{t('serverForm.import.title')}</h2>
      {!asked && (
        <>
          <p className={layout.t2}>{t('firstRun.import.help')}</p>
          <Button className={styles['way-do']} size="md" onClick={() => setAsked(true)}>
            {t('firstRun.import.find')}
          </Button>
        </>
      )}
      {asked && scan.isFetching && (
        <Announced as="p" className={cx(layout.row, layout.t2)}>
          <Spinner size={14} /> {t('firstRun.import.finding')}
        </Announced>
      )}
      {asked && scan.isError && <ErrorNotice error={scan.error} onRetry={() => void scan.refetch()} />}
      {scan.data !== undefined && sources.length === 0 && (
        <Announced as="p" className={layout.t2}>
          {t('firstRun.import.none')}
        </Announced>
      )}
      {sources.length > 0 && (
        <>
          <ul className={styles['way-apps']}>
            {sources.map((source) => (
              <Tooltip
                key={source.path}
                label={source.problem === null ? source.path : messageText(source.problem)}
              >
                <li className={cx(layout.row, layout.fs12)}>
                  <Checkbox
                    size="xs"
                    label={source.app}
                    checked={chosen.includes(source)}
                    disabled={source.servers.length === 0}
                    onChange={(event) => {
                      const next = new Set(left);
                      if (event.currentTarget.checked) next.delete(source.app);
                      else next.add(source.app);
                      setLeft(next);
                    }}
                  />
                  <span
                    className={
                      source.problem === null
                        ? cx(layout.end, layout.t3, layout.num)
                        : cx(layout.end, layout.lamp)
                    }
                  >
                    {found(source)}
                  </span>
                </li>
              </Tooltip>
            ))}
          </ul>
          <Button
            className={styles['way-do']}
            size="md"
            disabled={chosen.length === 0}
            onClick={() => sheet.set({ kind: 'import', apps: chosen.map((source) => source.app) })}
          >
            {t('firstRun.import.review', { count: fresh })}
          </Button>
        </>
      )}
    </section>
  );
}

function found({ problem, servers }: ImportSource): string {
  if (problem !== null) return t('firstRun.import.unreadable');
  const known = servers.filter((server) => server.known).length;
  return known === 0
    ? t('common.count.servers', { count: servers.length })
    : t('firstRun.import.known', { count: servers.length, known });
}
