import type { ReactNode } from 'react';
import type { CallRequest } from '../../api/generated/contract';
import { ClaimLine } from '../Claims';
import './policy.css';

/** Why a call is call back, in Usher's words. */
export function CallReason({ call, serverLabel }: { call: CallRequest; serverLabel: string }): ReactNode {
  switch (call.why.kind) {
    case 'destructive':
      return `“${serverLabel}” says that this tool may destroy something.`;
    case 'changed':
      return 'The definition of this tool is not the one you last ran or allowed.';
    case 'rule':
      return 'You want to be asked: a policy of yours says so.';
  }
}

/** What the server says the tool does, and whether that counts. */
export function CallEffects({ call }: { call: CallRequest }): ReactNode {
  const { readOnly, destructive, idempotent, openWorld } = call.annotations;
  const silent = [readOnly, destructive, idempotent, openWorld].every((claim) => claim === null);
  return (
    <p className="call-effects">
      {silent ? (
        'The server does not say what this tool does.'
      ) : (
        <ClaimLine annotations={call.annotations} trust={call.trust} />
      )}
    </p>
  );
}
