import type { ReactNode } from 'react';
import { Announced } from './Announced';
import { Icon } from './Icon';
import type { IconName } from './iconPaths';
import './note.css';

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
    <Box className="empty" {...(role === 'alert' ? { role } : {})}>
      <span className={tone}>
        <Icon name={icon} size={20} />
      </span>
      <p className="b wrap">{title}</p>
      {children !== undefined && <p className="fs12 t2">{children}</p>}
      {actions !== undefined && <div className="actions">{actions}</div>}
    </Box>
  );
}
