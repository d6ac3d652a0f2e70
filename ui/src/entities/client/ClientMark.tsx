import type { ReactNode } from 'react';
import type { ClientSnapshot } from '../../api/generated/contract';
import { Icon } from '../../kit/Icon';
import iconsStyles from '../../kit/icons.module.css';
import styles from '../../kit/marks.module.css';
import { cx } from '../../lib/cx';
import { clientState } from './words';

/** The host's drawing of a client. Always decoration: the name stands beside it. */
export function ClientIcon({ size = 20 }: { size?: 14 | 16 | 20 | 32 }): ReactNode {
  return (
    <span className={cx(iconsStyles.tile, iconsStyles['tile-own'])} data-size={size} aria-hidden>
      <Icon name="terminal" size={size === 32 ? 16 : 12} />
    </span>
  );
}

type Tone = 'ok' | 'off' | 'warn' | 'bad';

function toneOf({ status, sessions }: ClientSnapshot): Tone {
  switch (status) {
    case 'waiting':
      return 'warn';
    case 'paused':
      return 'off';
    case 'refused':
      return 'bad';
    case 'allowed':
      return sessions > 0 ? 'ok' : 'off';
  }
}

/** A client's state: a dot with its word. */
export function ClientDot({ client }: { client: ClientSnapshot }): ReactNode {
  return (
    <span className={styles.state} data-part="state">
      <span className={cx(styles.dot, styles[toneOf(client)])} aria-hidden />
      <span>{clientState(client)}</span>
    </span>
  );
}
