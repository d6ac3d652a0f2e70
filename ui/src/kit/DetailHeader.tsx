import type { ReactNode } from 'react';
import { Hint } from './Hint';
import { VisibleText } from './VisibleText';
import { visibleString } from '../lib/visible';
import { cx } from '../lib/cx';
import layout from '../styles/layout.module.css';
import styles from './list.module.css';

interface DetailHeaderProps {
  icon: ReactNode;
  /** The display name; may be server text. */
  title: string;
  /** The name in the protocol, in mono beside the title. */
  name?: string | undefined;
  /** The line below: whose it is, and where that comes from. */
  children?: ReactNode;
  /** At the right: quiet buttons. Those that appear later come first, so that the others keep their place. */
  actions?: ReactNode;
}

/** The head of a detail pane. */
export function DetailHeader({ icon, title, name, children, actions }: DetailHeaderProps): ReactNode {
  return (
    <header className={styles['detail-head']}>
      {icon}
      <div className={styles['detail-title']}>
        <div className={layout.row}>
          <h2 className={layout.wrap}>
            <VisibleText text={title} />
          </h2>
          {name !== undefined && name !== title && (
            <Hint className={cx(layout.mono, layout.t3, layout.cut)} label={visibleString(name)}>
              <VisibleText text={name} />
            </Hint>
          )}
        </div>
        {children !== undefined && (
          <div className={cx(layout.row, layout.fs12, layout.t2, styles['detail-sub'])}>{children}</div>
        )}
      </div>
      {actions !== undefined && <div className={cx(layout.row, styles['detail-actions'])}>{actions}</div>}
    </header>
  );
}
