import type { ReactNode } from 'react';
import type { WebtoolSnapshot } from '../../api/generated/contract';
import { visibleString } from '../../lib/visible';
import { Icon } from '../../kit/Icon';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import iconsStyles from '../../kit/icons.module.css';
import styles from '../../kit/marks.module.css';

/** The host's drawing of a webtool. Always decoration: the label stands beside it. */
export function WebtoolIcon({ size = 20 }: { size?: 16 | 20 | 32 }): ReactNode {
  return (
    <span className={cx(iconsStyles.tile, iconsStyles['tile-own'])} data-size={size} aria-hidden>
      <Icon name="globe" size={size === 32 ? 16 : 12} />
    </span>
  );
}

type Tone = 'ok' | 'off' | 'warn' | 'bad';

/** A webtool's state: what keeps it from being used, else what was found, else the version that is pinned. */
function stateOf({ state, checked, version }: WebtoolSnapshot): { tone: Tone; word: string } {
  if (state.kind === 'refused' || state.kind === 'stopped')
    return { tone: 'bad', word: t('shared.webtool.blocked') };
  if (state.kind === 'off') return { tone: 'off', word: t('common.disabled') };
  if (checked?.found.kind === 'other' && !checked.found.keptOld)
    return { tone: 'warn', word: t('common.newVersion') };
  if (state.kind === 'needsConfiguration')
    return { tone: 'warn', word: t('shared.webtool.needsConfiguration') };
  if (checked?.found.kind === 'gone') return { tone: 'warn', word: t('shared.webtool.gone') };
  return { tone: 'ok', word: t('shared.webtool.version', { version: visibleString(version) }) };
}

export function webtoolWord(webtool: WebtoolSnapshot): string {
  return stateOf(webtool).word;
}

interface WebtoolDotProps {
  webtool: WebtoolSnapshot;
  /** Whether the word stands beside the dot; without it the dot itself carries the name. */
  word?: 'shown' | 'hidden';
}

export function WebtoolDot({ webtool, word = 'hidden' }: WebtoolDotProps): ReactNode {
  const state = stateOf(webtool);
  return (
    <span className={styles.state} data-part="state">
      <span className={cx(styles.dot, styles[state.tone])} aria-hidden />
      <span className={word === 'shown' ? undefined : layout['sr-only']}>{state.word}</span>
    </span>
  );
}
