import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client';
import type { LaunchReview, ServerSnapshot } from '../../api/generated/contract';
import { asked, useServers } from '../../api/queries';
import { notifyError } from '../../lib/notify';

/** A server that was never enabled here, and exactly what enabling it starts. */
export interface Waiting {
  server: ServerSnapshot;
  launch: LaunchReview;
}

const isOff = ({ state }: ServerSnapshot): boolean =>
  state.kind === 'disabled' || state.kind === 'needsReview';

/** The servers that were never enabled here, such as imported ones. */
export function useWaiting(): Waiting[] {
  const off = (useServers().data ?? []).filter(isOff);
  const launches = useQueries({
    queries: off.map(({ id }) => asked('pin.getLaunch', { serverId: id })),
  });
  return off.flatMap((server, index) => {
    const launch = launches[index]?.data;
    return launch === undefined || launch.old !== null ? [] : [{ server, launch }];
  });
}

/** Enables servers as they were shown, one after the other; stops at the first that fails. */
export function useEnable() {
  const [pending, setPending] = useState(false);
  const enable = async (waiting: readonly Waiting[]): Promise<number> => {
    setPending(true);
    let count = 0;
    try {
      for (const { server, launch } of waiting) {
        const serverId = server.id;
        // What was shown is accepted by its fingerprint: a definition that changed meanwhile is refused.
        // oxlint-disable-next-line no-await-in-loop
        await call('pin.acceptLaunch', { serverId, fingerprint: launch.fingerprint });
        // oxlint-disable-next-line no-await-in-loop
        if (server.state.kind === 'disabled') await call('server.setEnabled', { serverId, enabled: true });
        count += 1;
      }
    } catch (cause) {
      notifyError(cause);
    } finally {
      setPending(false);
    }
    return count;
  };
  return { enable, pending };
}
