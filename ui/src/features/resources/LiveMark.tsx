import { useState } from 'react';
import type { ReactNode } from 'react';
import { Icon } from '../../kit/Icon';
import { formatClock } from '../../lib/format';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './resources.module.css';

interface LiveMarkProps {
  following: boolean;
  /** When what is shown was read, Unix ms. */
  readAt: number;
}

/** That changes are followed, and when the last one came. */
export function LiveMark({ following, readAt }: LiveMarkProps): ReactNode {
  const [firstReadAt] = useState(readAt);
  const time = formatClock(readAt).slice(0, 8);
  const updated = readAt !== firstReadAt;
  if (!following && !updated) return null;
  return (
    <span className={cx(styles.live, layout.num)}>
      <Icon name="live" size={14} />
      {!following
        ? t('resources.live.refreshed', { time })
        : updated
          ? t('resources.live.updated', { time })
          : t('common.subscribed')}
    </span>
  );
}
