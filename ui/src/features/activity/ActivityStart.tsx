import type { ReactNode } from 'react';
import { useCalls, useReadOn } from '../../api/history';
import type { HistoryCaller, SourceId } from '../../api/generated/contract';
import { cx } from '../../lib/cx';
import { formatDuration, formatNumber } from '../../lib/format';
import { useNow } from '../../lib/now';
import { t } from '../../words/translate';
import layout from '../../styles/layout.module.css';
import styles from './activityStart.module.css';
import { beginOf, lastDay } from './lastDay';

/** The figures move on so often, ms. */
const EVERY_MS = 60_000;

/** So many pages are read for them at most. */
const PAGES = 10;

interface ActivityStartProps {
  /** Whose calls are counted; `null` = everybody's. */
  serverId: SourceId | null;
  caller: HistoryCaller | null;
  running: number;
}

/** Where no call is chosen: how many run, and the figures of the last day. */
export function ActivityStart({ serverId, caller, running }: ActivityStartProps): ReactNode {
  const now = useNow(EVERY_MS);
  const calls = useCalls({ serverId, ...(caller === null ? {} : { caller }) });
  const pages = calls.data?.pages ?? [];
  const oldest = pages.at(-1)?.at(-1)?.startedAt ?? 0;
  const isShort = calls.hasNextPage && oldest > beginOf(now);
  const readsOn = useReadOn(calls, isShort && pages.length < PAGES);
  const rows = pages.flat();
  const day = lastDay(rows, Math.max(now, rows[0]?.startedAt ?? 0));
  const figures = [
    { label: t('common.calls'), figure: day.calls, say: formatNumber },
    { label: t('activity.start.failures'), figure: day.failures, say: formatNumber },
    { label: t('activity.start.latency'), figure: day.latency, say: formatDuration },
  ];
  return (
    <section className={cx(styles.start, layout.scrolls)} aria-label={t('activity.start.title')}>
      <p className={styles.running}>{t('activity.start.running', { count: running })}</p>
      <h2 className={layout.label}>{t('activity.start.title')}</h2>
      <dl className={styles.figures}>
        {figures.map(({ label, figure: { whole, hours }, say }) => (
          <div key={label}>
            <dt className={cx(layout.fs12, layout.t2)}>{label}</dt>
            <dd className={cx(styles.whole, layout.num)}>{whole === null ? '–' : say(whole)}</dd>
            <dd>
              <Bars label={label} hours={hours} say={say} />
            </dd>
          </div>
        ))}
      </dl>
      {isShort && !readsOn && (
        <p className={cx(layout.fs12, layout.t3)}>{t('activity.start.newest', { count: rows.length })}</p>
      )}
    </section>
  );
}

interface BarsProps {
  label: string;
  hours: readonly (number | null)[];
  say: (value: number) => string;
}

/** A bar for each hour, as high as its share of the highest. */
function Bars({ label, hours, say }: BarsProps): ReactNode {
  const most = Math.max(0, ...hours.map((value) => value ?? 0));
  return (
    <svg
      className={styles.bars}
      viewBox={`0 0 ${hours.length * 10} 40`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('activity.start.chart', { what: label, most: say(most) })}
    >
      {hours.map((value, hour) => {
        const height = most === 0 ? 0 : ((value ?? 0) / most) * 39;
        // The place is the hour.
        // oxlint-disable-next-line react/no-array-index-key
        return <rect key={hour} x={hour * 10 + 1} y={39 - height} width={8} height={height + 1} />;
      })}
    </svg>
  );
}
