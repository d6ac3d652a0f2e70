import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CallStatus, SourceId } from '../../api/generated/contract';
import { useAnswer } from '../../api/queries';
import { kindName } from '../../entities/result/requestKind';
import { Icon } from '../../kit/Icon';
import type { IconName } from '../../kit/iconPaths';
import { VisibleText } from '../../kit/VisibleText';
import { formatDuration, formatMoment } from '../../lib/format';
import { t } from '../../words/translate';
import styles from './serverDetail.module.css';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';

const SHOWN = 5;

const MARKS: Record<CallStatus, { icon: IconName; tone: string }> = {
  completed: { icon: 'check', tone: 'ok' },
  toolError: { icon: 'warning', tone: 'bad' },
  failed: { icon: 'close', tone: 'bad' },
  cancelled: { icon: 'stop', tone: 't3' },
};

/** The last calls of a server or webtool. */
export function RecentCalls({ owner }: { owner: SourceId }): ReactNode {
  const { data: rows } = useAnswer('history.list', { serverId: owner, before: null, limit: SHOWN });
  if (rows === undefined) return null;
  return (
    <section aria-label={t('servers.page.activity')}>
      <h3 className={layout.label}>{t('servers.page.activity')}</h3>
      {rows.length === 0 && <p className={cx(layout.fs12, layout.t3)}>{t('servers.page.noActivity')}</p>}
      {rows.length > 0 && (
        <>
          <ul className={styles.calls}>
            {rows.slice(0, SHOWN).map(({ id, kind, name, status, startedAt, durationMs }) => (
              <li key={id} className={cx(layout.row, layout.fs12)}>
                <span className={layout[MARKS[status].tone]}>
                  <Icon name={MARKS[status].icon} size={14} label={t(`activity.status.${status}`)} />
                </span>
                <Link
                  className={cx(layout.mono, layout.cut)}
                  to="/activity"
                  search={{ filter: owner, item: id }}
                >
                  <VisibleText text={name} />
                </Link>
                {kind !== 'tool' && <span className={layout.t3}>{kindName(kind)}</span>}
                <span className={cx(layout.end, layout.t3, layout.num)}>
                  {formatMoment(startedAt)} · {formatDuration(durationMs)}
                </span>
              </li>
            ))}
          </ul>
          <Link className={layout.fs12} to="/activity" search={{ filter: owner }}>
            {t('common.showAllCalls')}
          </Link>
        </>
      )}
    </section>
  );
}
