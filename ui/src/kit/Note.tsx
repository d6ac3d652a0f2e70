import type { ReactNode } from 'react';
import { Announced } from './Announced';
import { Icon } from './Icon';
import type { IconName } from './iconPaths';
import { cx } from '../lib/cx';
import layout from '../styles/layout.module.css';
import styles from './note.module.css';

export type NoteTone = 'plain' | 'ok' | 'lamp' | 'bad' | 'acc';

const ICONS: Record<NoteTone, IconName> = {
  plain: 'info',
  ok: 'shieldCheck',
  lamp: 'warning',
  bad: 'warning',
  acc: 'info',
};

interface NoteProps {
  tone?: NoteTone;
  icon?: IconName;
  /** What the person can do about it. */
  actions?: ReactNode;
  /** `alert` for what just went wrong, `status` for what just changed and is said once. */
  role?: 'alert' | 'status';
  /** What is said of a `status` instead of its text, where a part of the text counts seconds. */
  said?: string;
  children: ReactNode;
}

/** One tinted line with an icon: a verdict, a warning, a remark. At most one per region. */
export function Note({ tone = 'plain', icon, actions, role, said, children }: NoteProps): ReactNode {
  return (
    <div
      className={cx(styles.note, styles[tone])}
      data-part="note"
      role={role === 'alert' ? 'alert' : 'note'}
    >
      <Icon name={icon ?? ICONS[tone]} />
      {role === 'status' ? (
        <Announced className={cx(layout.grow, layout.wrap)} said={said}>
          {children}
        </Announced>
      ) : (
        <div className={cx(layout.grow, layout.wrap)}>{children}</div>
      )}
      {actions !== undefined && <div className={styles['note-actions']}>{actions}</div>}
    </div>
  );
}
