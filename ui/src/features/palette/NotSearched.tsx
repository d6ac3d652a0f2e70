import type { ReactNode } from 'react';
import { Announced } from '../../kit/Announced';
import { Icon } from '../../kit/Icon';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import styles from './palette.module.css';
import type { Unsearched } from './useUnsearched';

/** How many failures are named. */
const NAMED = 3;

/** Says below the results what was not searched. */
export function NotSearched({ failed, loading }: Unsearched): ReactNode {
  if (failed.length === 0 && loading === 'none') return null;
  return (
    <Announced className={cx(styles['palette-unsearched'], layout.fs12, layout.t2)} data-part="unsearched">
      {failed.slice(0, NAMED).map((text) => (
        <p key={text}>
          <Icon name="warning" size={14} /> {text}
        </p>
      ))}
      {failed.length > NAMED && <p>{t('palette.moreFailed', { count: failed.length - NAMED })}</p>}
      {loading !== 'none' && <p>{t('palette.loading')}</p>}
    </Announced>
  );
}
