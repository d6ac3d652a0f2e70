import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { entryId } from '../../api/bookmarks';
import type { SourceId } from '../../api/generated/contract';
import { useAnswer, useServers } from '../../api/queries';
import { useWebtools } from '../../api/webtools';
import { EmptyState } from '../../kit/EmptyState';
import { Icon } from '../../kit/Icon';
import { VisibleText } from '../../kit/VisibleText';
import { cx } from '../../lib/cx';
import { t } from '../../words/translate';
import { useMostUsed } from './useMostUsed';
import type { Line } from './useMostUsed';
import layout from '../../styles/layout.module.css';
import styles from './start.module.css';

/** So many of each are shown. */
const SHOWN = 8;

interface KeptEntriesProps {
  list: 'tools' | 'prompts';
  filter: SourceId | null;
  /** What is to be chosen, where nothing is kept. */
  title: string;
}

/** Where nothing is chosen: what was opened last, which tools are called most, and what the person marked. */
export function KeptEntries({ list, filter, title }: KeptEntriesProps): ReactNode {
  const bookmarks = useAnswer('bookmark.list', {}).data;
  const recent = useAnswer('recent.list', {}).data;
  const used = useMostUsed(list === 'tools', filter);
  const sources = [...(useServers().data ?? []), ...(useWebtools().data ?? [])];
  const labels = new Map<SourceId, string>(sources.map(({ id, label }) => [id, label]));
  const fits = (entry: Line): boolean =>
    entry.list === list && labels.has(entry.serverId) && (filter === null || filter === entry.serverId);
  const kept = (
    [
      ['recent', recent],
      ['mostUsed', used],
      ['bookmarks', bookmarks],
    ] as const
  ).flatMap(([key, all]) => {
    const entries = (all ?? []).filter(fits).slice(0, SHOWN);
    return entries.length === 0 ? [] : [{ key, entries }];
  });
  const icon = list === 'tools' ? 'tool' : 'prompt';
  if (kept.length === 0) return <EmptyState icon={icon} title={title} />;
  return (
    <div className={cx(styles.start, layout.scrolls)}>
      {kept.map(({ key, entries }) => (
        <section key={key} aria-label={t(`shared.kept.${key}`)}>
          <h2 className={layout.label}>{t(`shared.kept.${key}`)}</h2>
          <ul className={styles.lines}>
            {entries.map((entry) => (
              <li key={entryId(entry)}>
                <Link
                  to={list === 'tools' ? '/tools' : '/prompts'}
                  search={(before) => ({ ...before, server: entry.serverId, item: entry.key })}
                  className={styles.line}
                >
                  <Icon name={icon} size={16} />
                  <span className={cx(layout.b, layout.cut)}>
                    <VisibleText text={entry.title} />
                  </span>{' '}
                  <span className={cx(layout.end, layout.fs12, layout.t3, layout.cut)}>
                    {labels.get(entry.serverId)}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
