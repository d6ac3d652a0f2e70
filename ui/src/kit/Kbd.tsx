import type { ReactNode } from 'react';
import './marks.css';

/** A key, as printed on the keyboard. */
export function Kbd({ children }: { children: ReactNode }): ReactNode {
  return <kbd className="key">{children}</kbd>;
}
