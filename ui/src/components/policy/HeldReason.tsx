import type { ReactNode } from 'react';
import type { HeldCall } from '../../api/generated/contract';
import { ClaimLine } from '../Claims';
import './policy.css';

/** Why a call is held back, in Usher's words. */
export function HeldReason({ held, serverLabel }: { held: HeldCall; serverLabel: string }): ReactNode {
  switch (held.why.kind) {
    case 'destructive':
      return `${serverLabel} says that this tool may destroy something.`;
    case 'changed':
      return 'The definition of this tool is not the one you last ran or allowed.';
    case 'rule':
      return 'You want to be asked: a policy of yours says so.';
  }
}

/** What the server says the tool does, and whether that counts. */
export function HeldEffects({ held }: { held: HeldCall }): ReactNode {
  const { readOnly, destructive, idempotent, openWorld } = held.annotations;
  const silent = [readOnly, destructive, idempotent, openWorld].every((claim) => claim === null);
  return (
    <p className="held-effects">
      {silent ? (
        'The server does not say what this tool does.'
      ) : (
        <ClaimLine annotations={held.annotations} trust={held.trust} />
      )}
    </p>
  );
}
