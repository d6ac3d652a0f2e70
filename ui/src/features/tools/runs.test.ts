import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { connectHost } from '../../api/client';
import type { ServerId } from '../../api/generated/contract';
import { createQueryClient } from '../../api/queries';
import { createFakeHost } from '../../host/fake';
import { ended, returned } from '../../test/calls';
import { coreMessage } from '../../words/message';
import { startRun, useRun, useShown } from './runs';

const MIB = 1024 * 1024;
const DEMO = 'demo' as ServerId;

/** Runs a tool for each size, and says of which the result is still kept. */
async function keptOf(sizes: readonly number[]): Promise<boolean[]> {
  const host = createFakeHost();
  connectHost(host);
  const client = createQueryClient();
  for (const [index, sizeBytes] of sizes.entries()) {
    host.on('tool.call', () => ended(returned({ sizeBytes })));
    await startRun(client, {
      serverId: DEMO,
      tool: `t${index}`,
      schema: {},
      arguments: {},
      check: 'refuse',
      runAs: 'call',
    });
  }
  return sizes.map((_, index) => {
    const { result } = renderHook(() => {
      const shown = useShown(DEMO, `t${index}`);
      return useRun(shown?.kind === 'run' ? shown.callId : null);
    });
    return result.current !== null;
  });
}

test.each<[string, number[], boolean[]]>([
  ['small ones stay', [1, 1, 1], [true, true, true]],
  ['the oldest go first', [6 * MIB, 6 * MIB, 6 * MIB], [false, true, true]],
  ['the newest stays however large it is', [MIB, 400 * MIB], [false, true]],
  [
    'of more than 50 the oldest go',
    Array<number>(52).fill(1),
    [false, false, ...Array<boolean>(50).fill(true)],
  ],
])('kept runs: %s', async (_what, sizes, expected) => {
  expect(await keptOf(sizes)).toEqual(expected);
});

test.each(['ended', 'refused'] as const)('a run that has %s holds no secret', async (how) => {
  const host = createFakeHost();
  connectHost(host);
  const answer = ended(returned({}));
  host.on('tool.call', () => {
    if (how === 'refused') throw { code: 'invalid', message: coreMessage('verbatim', { text: 'No.' }) };
    return answer;
  });
  await startRun(createQueryClient(), {
    serverId: DEMO,
    tool: how,
    schema: { properties: { key: { format: 'password' } } },
    arguments: { key: 'hunter2', note: 'a' },
    check: 'refuse',
    runAs: 'call',
  });
  const { result } = renderHook(() => {
    const shown = useShown(DEMO, how);
    return useRun(shown?.kind === 'run' ? shown.callId : null);
  });
  expect([result.current?.state.kind, result.current?.arguments, result.current?.missing]).toEqual([
    how,
    { note: 'a' },
    [{ name: 'key', path: ['key'], without: undefined }],
  ]);
});
