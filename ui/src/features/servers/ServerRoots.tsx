import { Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ServerSnapshot } from '../../api/generated/contract';
import { useOperation, useRoots } from '../../api/queries';
import { RootFolders } from '../../components/RootFolders';
import { notifyError } from '../../lib/notify';

/** Folders this server may be told of beside those of all servers, and whether it is told without a question. */
export function ServerRoots({ server }: { server: ServerSnapshot }): ReactNode {
  const roots = useRoots(server.id);
  const consent = useOperation('root.setConsent', { onError: notifyError });
  return (
    <section aria-label="Roots">
      <h3 className="label">
        Roots <span className="t3">· folders it may be told of</span>
      </h3>
      <RootFolders
        serverId={server.id}
        empty="None of its own. It may be told of the folders in Settings, if you agree."
      />
      {roots.data !== undefined && (
        <Switch
          className="page-consent"
          label="Tell it without asking me"
          description="Otherwise each question for roots waits in Approvals."
          checked={roots.data.consent === 'always'}
          disabled={consent.isPending}
          onChange={(event) =>
            consent.mutate({
              serverId: server.id,
              consent: event.currentTarget.checked ? 'always' : 'ask',
            })
          }
        />
      )}
    </section>
  );
}
