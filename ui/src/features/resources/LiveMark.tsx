import { useState } from 'react';
import type { ReactNode } from 'react';
import { Icon } from '../../kit/Icon';
import { formatTime } from '../../lib/format';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './resources.module.css';

interface LiveMarkProps {
  following: boolean;
  /** When what is shown was read, Unix ms. */
  readAt: number;
}

/** When it was read, whether as a change that came, and that changes are followed. It is always there: nothing moves. */
export function LiveMark({ following, readAt }: LiveMarkProps): ReactNode {
  const [firstReadAt] = useState(readAt);
  const time = formatTime(readAt);
  const updated = following && readAt !== firstReadAt;
  return (
    <span className={cx(styles.live, layout.num)} data-following={following}>
      <Icon name="live" size={14} />
      {t(updated ? 'resources.live.updated' : 'resources.live.refreshed', { time })}
    </span>
  );
}
