import type { ReactNode } from 'react';
import { modKey } from '../../lib/platform';
import { Kbd } from '../../components/Kbd';

/** The promise of the inbox, and the keys that work in it. */
export function ApprovalKeys(): ReactNode {
  return (
    <div className="approval-promise fs11 t3">
      <p>Nothing here is answered by itself, and nothing is lost by looking elsewhere.</p>
      <p className="approval-keys">
        <span>
          <Kbd>J</Kbd> <Kbd>K</Kbd> next, previous
        </span>
        <span>
          <Kbd>E</Kbd> edit
        </span>
        <span>
          <Kbd>{modKey}</Kbd> <Kbd>↵</Kbd> accept
        </span>
        <span>
          <Kbd>D</Kbd> decline
        </span>
        <span>
          <Kbd>C</Kbd> cancel
        </span>
      </p>
    </div>
  );
}
