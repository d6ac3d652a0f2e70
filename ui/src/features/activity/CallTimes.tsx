import type { ReactNode } from 'react';
import type { CallTimes as Times } from '../../api/generated/contract';
import { formatDuration } from '../../lib/format';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './activity.module.css';

/** How the time of a call divides, in the order in which it passed. */
export function CallTimes({ times }: { times: Times }): ReactNode {
  const parts = [
    [t('activity.call.times.queue'), times.queueMs],
    [t('common.approvals'), times.personMs],
    [t('common.server'), times.serverMs],
    [t('activity.call.times.wire'), times.wireMs],
  ] as const;
  return (
    <dl className={styles['call-times']} aria-label={t('activity.call.times.label')}>
      {parts.map(([name, ms]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={cx(layout.num)}>{formatDuration(ms)}</dd>
        </div>
      ))}
    </dl>
  );
}
