import type { ReactNode } from 'react';
import { Announced } from './Announced';
import { Icon } from './Icon';
import type { IconName } from './iconPaths';
import { cx } from '../lib/cx';
import layout from '../styles/layout.module.css';
import styles from './note.module.css';

interface EmptyStateProps {
  icon: IconName;
  tone?: 't3' | 'bad' | 'lamp' | 'acc';
  title: string;
  /** One sentence: why it is empty, or what to do. */
  children?: ReactNode;
  actions?: ReactNode;
  role?: 'alert' | 'status';
}

/** A region with nothing in it, and what to do about it. */
export function EmptyState({
  icon,
  tone = 't3',
  title,
  children,
  actions,
  role,
}: EmptyStateProps): ReactNode {
  const Box = role === 'status' ? Announced : 'div';
  return (
    <Box className={styles.empty} data-part="empty" {...(role === 'alert' ? { role } : {})}>
      <span className={layout[tone]}>
        <Icon name={icon} size={20} />
      </span>
      <p className={cx(layout.b, layout.wrap)}>{title}</p>
      {children !== undefined && <p className={cx(layout.fs12, layout.t2)}>{children}</p>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </Box>
  );
}
