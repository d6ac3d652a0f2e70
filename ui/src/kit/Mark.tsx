import type { ReactNode } from 'react';
import { Icon } from './Icon';
import type { IconName } from './iconPaths';
import styles from './mark.module.css';
import { cx } from '../lib/cx';
import layout from '../styles/layout.module.css';

/** How a state is shown: an icon in a colour. */
export interface MarkStyle {
  icon: IconName;
  tone: 'ok' | 'bad' | 'lamp' | 't2' | 't3';
}

interface MarkProps {
  mark: MarkStyle;
  /** What it says to a screen reader, where no words beside it do. */
  label?: string;
}

/** Draws the mark of a state at the start of a row. */
export function Mark({ mark: { icon, tone }, label }: MarkProps): ReactNode {
  return (
    <span className={cx(styles['mark'], layout[tone])}>
      <Icon name={icon} size={16} {...(label === undefined ? {} : { label })} />
    </span>
  );
}
