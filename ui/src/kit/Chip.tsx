import type { ReactNode } from 'react';
import styles from './chip.module.css';
import { Icon } from './Icon';
import type { IconName } from './iconPaths';
import type { NoteTone } from './Note';
import { Tip } from './Tip';
import { cx } from '../lib/cx';

interface ChipProps {
  tone?: NoteTone;
  icon?: IconName;
  /** More about it, for the mouse: a row of a list holds no tab stop. */
  title?: string | undefined;
  children: ReactNode;
}

/** A short mark: a status or a property. */
export function Chip({ tone = 'plain', icon, title, children }: ChipProps): ReactNode {
  return (
    <Tip className={cx(styles['chip'], styles[tone])} label={title}>
      {icon !== undefined && <Icon name={icon} size={12} />}
      {children}
    </Tip>
  );
}
