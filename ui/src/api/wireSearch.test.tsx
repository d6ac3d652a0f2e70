import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createFakeHost } from '../host/fake';
import { connectHost } from './client';
import type { ServerId, WireFilter, WireHits } from './generated/contract';
import { useWireSearch } from './wireSearch';

const SERVER = 'demo' as ServerId;

test('what arrives while an answer is on its way is searched too', async () => {
  const host = createFakeHost();
  connectHost(host);
  const waiting: { from: number; answer: (step: WireHits) => void }[] = [];
  host.on('wire.search', ({ from }) => new Promise((answer) => waiting.push({ from, answer })));
  const filter = { text: 'x' } as unknown as WireFilter;
  const { result, rerender } = renderHook(({ next }) => useWireSearch(SERVER, filter, next), {
    initialProps: { next: 5 },
  });
  await waitFor(() => expect(waiting).toHaveLength(1));
  rerender({ next: 6 });
  await act(async () => waiting[0]?.answer({ seqs: [2], next: 5, isWhole: true }));
  await waitFor(() => expect(waiting.map(({ from }) => from)).toEqual([0, 5]));
  expect(result.current).toEqual({ seqs: [2], count: 1, searching: true, error: null });
  await act(async () => waiting[1]?.answer({ seqs: [5], next: 6, isWhole: true }));
  expect(result.current).toEqual({ seqs: [2, 5], count: 2, searching: false, error: null });
});
