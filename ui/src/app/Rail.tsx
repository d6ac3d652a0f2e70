import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWaiting } from '../api/waiting';
import { Icon } from '../kit/Icon';
import type { IconName } from '../kit/iconPaths';
import { formatNumber } from '../lib/format';
import { palette } from '../lib/palette';
import { modKey } from '../lib/platform';
import { useRailPlaces } from '../entities/layout/places';
import { SCREENS } from '../entities/layout/screens';
import { t } from '../words/translate';
import { Travel } from './Travel';
import { cx } from '../lib/cx';
import layout from '../styles/layout.module.css';
import styles from './rail.module.css';

/** The rail: where everything is. */
export function Rail(): ReactNode {
  const waiting = useWaiting();
  const placeOf = useRailPlaces();
  return (
    <nav className={styles.rail} data-pane="rail" tabIndex={-1} aria-label={t('app.nav.label')}>
      <svg className={styles['rail-mark']} viewBox="0 0 26 26" role="img" aria-label="Usher">
        <path
          d="M4.5 23V12.5a8.5 8.5 0 0 1 17 0V23"
          fill="none"
          stroke="var(--accent)"
          strokeWidth="2.2"
          strokeLinecap="round"
        />
        <circle cx="13" cy="13.5" r="2.4" fill="var(--lamp-fill)" />
      </svg>
      <Travel />
      {SCREENS.slice(0, -1).map((screen) => (
        <RailLink
          key={screen.to}
          {...screen}
          place={placeOf(screen.to)}
          waiting={screen.to === '/approvals' ? waiting : 0}
        />
      ))}
      <span className={layout.grow} />
      <button type="button" className={styles['rail-item']} onClick={palette.open}>
        <Icon name="search" size={20} />
        <span>
          {t.rich('app.nav.search', {
            keys: `${modKey} K`,
            hidden: (text) => <span className={layout['sr-only']}>{text}</span>,
          })}
        </span>
      </button>
      <RailLink to="/settings" label="common.settings" icon="settings" place={{}} waiting={0} />
    </nav>
  );
}

interface RailLinkProps {
  to: (typeof SCREENS)[number]['to'];
  label: (typeof SCREENS)[number]['label'];
  icon: IconName;
  /** What its address says beside the path. */
  place: object;
  waiting: number;
}

function RailLink({ to, label, icon, place, waiting }: RailLinkProps): ReactNode {
  return (
    <Link
      to={to}
      search={place}
      className={styles['rail-item']}
      activeOptions={{ includeSearch: false }}
      activeProps={{ 'aria-current': 'page' }}
    >
      <Icon name={icon} size={20} />
      <span>{t(label)}</span>
      {waiting > 0 && (
        <span className={cx(styles['rail-count'], layout.num)}>
          {t.rich('app.nav.pending', {
            count: waiting > 99 ? '99+' : formatNumber(waiting),
            hidden: (text) => <span className={layout['sr-only']}>{text}</span>,
          })}
        </span>
      )}
    </Link>
  );
}
