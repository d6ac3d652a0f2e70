import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useKeyring, useOperation } from '../api/queries';
import { count } from '../lib/format';
import { ErrorNotice } from './ErrorNotice';
import { Note } from './Note';

interface KeyringNoteProps {
  /** `always` where a secret is being written down; `whenWaiting` where it matters only if a server lacks one. */
  show: 'always' | 'whenWaiting';
}

/** The keyring cannot be used: why, and both ways on. Nothing while it can. */
export function KeyringNote({ show }: KeyringNoteProps): ReactNode {
  const { data: status } = useKeyring();
  const retry = useOperation('secret.retry');
  const keep = useOperation('secret.useMemoryStore');
  if (status === undefined || status.state.kind === 'available') return null;
  const { state, keepingForThisRun, waitingServers } = status;
  if (show === 'whenWaiting' && waitingServers === 0) return null;
  const busy = retry.isPending || keep.isPending;
  return (
    <div className="keyring" role="status">
      <Note tone="lamp" icon="lock">
        <p className="b">
          {state.kind === 'locked' ? 'The system keyring is locked' : 'There is no system keyring'}
        </p>
        <p>
          {waitingServers > 0 &&
            `${count(waitingServers, 'server')} need${waitingServers === 1 ? 's' : ''} a secret from it. `}
          {state.message}{' '}
          {keepingForThisRun
            ? 'New secrets are kept in memory and are gone when Usher ends.'
            : 'Nothing is ever written to disk in plain text.'}
        </p>
        <div className="row keyring-actions">
          <Button size="xs" disabled={busy} loading={retry.isPending} onClick={() => retry.mutate({})}>
            {state.kind === 'locked' ? 'Unlock' : 'Try again'}
          </Button>
          {!keepingForThisRun && (
            <Button size="xs" variant="subtle" disabled={busy} onClick={() => keep.mutate({})}>
              Keep for this run only
            </Button>
          )}
        </div>
        {retry.isError && <ErrorNotice error={retry.error} />}
      </Note>
    </div>
  );
}
