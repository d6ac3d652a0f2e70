import type { ReactNode } from 'react';
import { VisibleText } from './VisibleText';
import './list.css';
import { visibleString } from '../lib/visible';

interface DetailHeaderProps {
  icon: ReactNode;
  /** The display name; may be server text. */
  title: string;
  /** The name in the protocol, in mono beside the title. */
  name?: string | undefined;
  /** The line below: whose it is, and where that comes from. */
  children?: ReactNode;
  /** At the right: quiet buttons. */
  actions?: ReactNode;
}

/** The head of a detail pane. */
export function DetailHeader({ icon, title, name, children, actions }: DetailHeaderProps): ReactNode {
  return (
    <header className="detail-head">
      {icon}
      <div className="grow">
        <div className="row">
          <h2 className="cut" title={visibleString(title)}>
            <VisibleText text={title} />
          </h2>
          {name !== undefined && name !== title && (
            <span className="mono t3 cut" title={visibleString(name)}>
              <VisibleText text={name} />
            </span>
          )}
        </div>
        {children !== undefined && <div className="row fs12 t2 detail-sub">{children}</div>}
      </div>
      {actions !== undefined && <div className="row detail-actions">{actions}</div>}
    </header>
  );
}
