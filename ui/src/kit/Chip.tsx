import type { ReactNode } from 'react';
import { Icon } from './Icon';
import type { IconName } from './iconPaths';
import './marks.css';

interface ChipProps {
  tone?: 'plain' | 'ok' | 'lamp' | 'bad' | 'acc';
  icon?: IconName;
  title?: string;
  children: ReactNode;
}

/** A short mark: a status or a property. */
export function Chip({ tone = 'plain', icon, title, children }: ChipProps): ReactNode {
  return (
    <span className={`chip ${tone}`} title={title}>
      {icon !== undefined && <Icon name={icon} size={12} />}
      {children}
    </span>
  );
}
