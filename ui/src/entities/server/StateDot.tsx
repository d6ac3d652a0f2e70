import type { ReactNode } from 'react';
import type { ServerState } from '../../api/generated/contract';
import { Spinner } from '../../kit/Icon';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from '../../kit/marks.module.css';

type StateTone = 'ok' | 'off' | 'warn' | 'bad' | 'busy';

const TONES: Record<ServerState['kind'], StateTone> = {
  disabled: 'off',
  needsReview: 'warn',
  queued: 'busy',
  starting: 'busy',
  running: 'ok',
  retrying: 'warn',
  needsSignIn: 'warn',
  signingIn: 'busy',
  failed: 'bad',
};

/** A server's state in one or two words. */
export function stateWord(state: ServerState): string {
  return t(`shared.state.${state.kind}`);
}

interface StateDotProps {
  state: ServerState;
  /** Whether the word stands beside the dot; without it the dot itself carries the name. */
  word?: 'shown' | 'hidden';
}

/** A server's state: a dot, never without its word for those who cannot see it. */
export function StateDot({ state, word = 'hidden' }: StateDotProps): ReactNode {
  const tone = TONES[state.kind];
  const dot =
    tone === 'busy' ? <Spinner size={12} /> : <span className={cx(styles.dot, styles[tone])} aria-hidden />;
  return (
    <span className={styles.state} data-part="state">
      {dot}
      <span className={word === 'shown' ? undefined : layout['sr-only']}>{stateWord(state)}</span>
    </span>
  );
}
