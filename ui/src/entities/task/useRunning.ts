import { useMemo } from 'react';
import type { RunningTask, SourceId } from '../../api/generated/contract';
import { runningCalls } from '../../api/live';
import { useAnswer, useServers } from '../../api/queries';
import { useWebtools } from '../../api/webtools';
import { useStore } from '../../lib/store';

/** A call that has not ended. */
export type Running = Omit<RunningTask, 'serverId' | 'heardAt' | 'arguments'> & { serverId: SourceId };

/** Calls that have not ended: the latest of this page first, then those that go on as tasks. */
export function useRunning(): readonly Running[] {
  const begun = useStore(runningCalls);
  const servers = useServers().data;
  const webtools = useWebtools().data;
  const tasks = useAnswer('task.list', {}).data;
  return useMemo(() => {
    const labels = new Map<string, string>();
    for (const { id, label } of [...(servers ?? []), ...(webtools ?? [])]) labels.set(id, label);
    const own = [...begun.values()]
      .filter(({ callId }) => tasks?.every((task) => task.callId !== callId) ?? true)
      .map(({ callId, serverId, tool, startedAt }): Running => ({
        callId,
        serverId,
        serverLabel: labels.get(serverId) ?? '',
        tool,
        client: null,
        startedAt,
        ttlMs: null,
        status: 'working',
        message: null,
      }));
    return [...own.toReversed(), ...(tasks ?? [])];
  }, [begun, servers, webtools, tasks]);
}
