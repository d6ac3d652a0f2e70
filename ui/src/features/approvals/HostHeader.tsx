import type { ReactNode } from 'react';
import { Hint } from '../../kit/Hint';
import { Icon } from '../../kit/Icon';
import marksStyles from '../../kit/marks.module.css';
import { cx } from '../../lib/cx';
import { formatClock, formatMoment } from '../../lib/format';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import styles from './approvals.module.css';

interface HostHeaderProps {
  tile: ReactNode;
  /** Who wants what. */
  title: ReactNode;
  /** Where it really comes from. */
  origin: ReactNode;
  /** What else is known of who asks. */
  facts?: ReactNode;
  /** Since when it waits, Unix ms; `null` = it does not, or that is not known. */
  since: number | null;
  /** That it waits, where that is said in other words than since when. */
  waits?: ReactNode;
  children?: ReactNode;
}

/** Who wants something of the person and where that comes from. The host's own words; the server's only as names. */
export function HostHeader(props: HostHeaderProps): ReactNode {
  const { tile, title, origin, facts, since, waits, children } = props;
  return (
    <header className={styles.host}>
      <div className={cx(layout.row, styles['host-top'])}>
        {tile}
        <div className={layout.grow}>
          <h2>{title}</h2>
          <p className={cx(styles['host-origin'], layout.fs12, layout.t2)}>
            <span className={cx(layout.mono, layout.wrap)}>{origin}</span>
            {facts}
          </p>
        </div>
        {since !== null && (
          <Hint
            className={cx(marksStyles['waiting-mark'], layout.num)}
            label={t('approvals.request.since', { time: formatClock(since) })}
          >
            {waits ?? (
              <>
                <Icon name="clock" size={14} />
                {t('approvals.request.since', { time: formatMoment(since) })}
              </>
            )}
          </Hint>
        )}
      </div>
      {children}
    </header>
  );
}
