import type { ProcessList } from '../../api/generated/contract';
import type { World } from './world';

/** What the servers of a made-up world use: each a little more than the one before. */
export function processes(world: World): ProcessList {
  const servers = world.servers.flatMap(({ snapshot: { id, state } }, index) => {
    if (state.kind !== 'running' || state.pid === null) return [];
    const usage = {
      pid: state.pid,
      processes: index + 1,
      memoryBytes: 12_400_000 * (index + 1) ** 2,
      cpuPercent: index === 0 ? 0 : 0.4 * index,
      uptimeMs: 60_000 * (1 + 70 * index),
    };
    return [{ serverId: id, usage }];
  });
  return {
    usher: { pid: 4_700, processes: 3, memoryBytes: 214_000_000, cpuPercent: 0.6, uptimeMs: 7_500_000 },
    servers,
  };
}
