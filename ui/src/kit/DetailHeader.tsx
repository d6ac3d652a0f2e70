import type { ReactNode } from 'react';
import { Hint } from './Hint';
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
          <h2 className="wrap">
            <VisibleText text={title} />
          </h2>
          {name !== undefined && name !== title && (
            <Hint className="mono t3 cut" label={visibleString(name)}>
              <VisibleText text={name} />
            </Hint>
          )}
        </div>
        {children !== undefined && <div className="row fs12 t2 detail-sub">{children}</div>}
      </div>
      {actions !== undefined && <div className="row detail-actions">{actions}</div>}
    </header>
  );
}
