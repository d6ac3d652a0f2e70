import type { ReactNode } from 'react';
import { Icon } from '../../kit/Icon';
import type { IconName } from '../../kit/iconPaths';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import { useNow } from '../../lib/now';
import { waitingText } from './words';
import styles from './approvals.module.css';

interface WaitingRowProps {
  icon: IconName;
  tile: ReactNode;
  who: ReactNode;
  /** Unix ms; `null` = that is not known. */
  since: number | null;
  what: ReactNode;
  /** Whether that is a name. */
  isMono?: boolean;
  more: ReactNode;
}

/** What waits, in a row: whose it is, what, and how long already. */
export function WaitingRow({
  icon,
  tile,
  who,
  since,
  what,
  isMono = false,
  more,
}: WaitingRowProps): ReactNode {
  return (
    <>
      <span className={styles['approval-kind']}>
        <Icon name={icon} />
      </span>
      <span className={styles['approval-words']}>
        <span className={styles['approval-who']}>
          {tile}
          <span className={cx(layout.bb, layout.cut)}>{who}</span>
          {since !== null && <Waiting since={since} />}
        </span>
        <span className={cx(styles['approval-what'], layout.cut, isMono && cx(layout.mono, layout.fs12))}>
          {what}
        </span>
        <span className={cx(layout.fs11, layout.t3, layout.cut)}>{more}</span>
      </span>
    </>
  );
}

function Waiting({ since }: { since: number }): ReactNode {
  return (
    <span className={cx(layout.end, layout.fs11, layout.t3, layout.num)}>
      {waitingText(useNow() - since)}
    </span>
  );
}
