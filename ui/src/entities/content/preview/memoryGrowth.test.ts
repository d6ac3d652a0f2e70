import { expect, test, vi } from 'vitest';
import { connectHost } from '../../../api/client';
import { createFakeHost } from '../../../host/fake';
import { MOST_GROWTH_BYTES, watchGrowth } from './memoryGrowth';

const usage = { pid: 1, processes: 1, cpuPercent: null, uptimeMs: 1 };

test.each([
  ['more than at the lowest', [300, 200, 200 + MOST_GROWTH_BYTES, 201 + MOST_GROWTH_BYTES], 1],
  ['much from the beginning', [MOST_GROWTH_BYTES * 2, MOST_GROWTH_BYTES * 2, MOST_GROWTH_BYTES * 3], 0],
  ['what the system does not tell', [null, null], 0],
])('growth is told once: %s', async (_, looks, told) => {
  const left = [...looks];
  const processes = vi.fn(() => {
    const memoryBytes = left.shift() ?? null;
    return { usher: memoryBytes === null ? null : { ...usage, memoryBytes }, servers: [] };
  });
  connectHost(createFakeHost({ on: { 'server.processes': processes } }));
  const grown = vi.fn();
  const end = watchGrowth(grown);
  await vi.waitFor(() => expect(processes).toHaveBeenCalledTimes(looks.length), { timeout: 10_000 });
  await vi.waitFor(() => expect(grown).toHaveBeenCalledTimes(told));
  end();
});
