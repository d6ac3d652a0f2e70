import { act, renderHook, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeHost } from '../host/fake';
import { connectHost } from './client';
import type { ServerId, WireExtent, WireFilter, WireHits, WireLog } from './generated/contract';
import { growWireLog, useWireLog } from './wire';
import { useWireSearch } from './wireSearch';
import { coreMessage } from '../words/message';

const DEMO = 'demo' as ServerId;

const extent = (firstSeq: number, nextSeq: number): WireExtent => ({
  firstSeq,
  nextSeq,
  dropped: firstSeq - 1,
  methods: [],
});

describe('useWireLog', () => {
  it('believes an event that came while the log was measured', async () => {
    const host = createFakeHost();
    let give: (log: WireLog) => void = () => undefined;
    host.on('wire.list', () => new Promise<WireLog>((resolve) => (give = resolve)));
    connectHost(host);
    const { result } = renderHook(() => useWireLog(DEMO));
    await waitFor(() => expect(result.current.state.kind).toBe('loading'));
    growWireLog(DEMO, extent(2, 9));
    await act(async () => give({ extent: extent(1, 7), frames: [] }));
    await waitFor(() => expect(result.current.state.kind).toBe('ready'));
    expect(result.current.extent).toEqual(extent(2, 9));
  });

  it('draws once a frame however often it grows', async () => {
    connectHost(createFakeHost());
    let drawn = 0;
    const { result } = renderHook(() => {
      drawn += 1;
      return useWireLog(DEMO);
    });
    await waitFor(() => expect(result.current.state.kind).toBe('ready'));
    const before = drawn;
    act(() => {
      for (let next = 10; next <= 500; next += 1) growWireLog(DEMO, extent(1, next));
    });
    expect(drawn, 'nothing is drawn before the frame').toBe(before);
    await waitFor(() => expect(result.current.extent).toEqual(extent(1, 500)));
    expect(drawn, 'the last of all growth, at once').toBe(before + 1);
  });

  it('knows nothing of a server whose log nobody has opened', async () => {
    connectHost(createFakeHost());
    growWireLog(DEMO, extent(1, 500));
    const { result } = renderHook(() => useWireLog(DEMO));
    await waitFor(() => expect(result.current.state.kind).toBe('ready'));
    expect(result.current.extent.nextSeq, 'what the core said').toBe(6);
  });

  it('says why a log could not be read, and reads it again when asked to', async () => {
    const host = createFakeHost();
    host.on('wire.list', () => {
      throw { code: 'internal', message: coreMessage('verbatim', { text: 'The log is gone.' }) };
    });
    connectHost(host);
    const { result } = renderHook(() => useWireLog(DEMO));
    await waitFor(() =>
      expect(result.current.state).toMatchObject({ kind: 'failed', error: { message: 'The log is gone.' } }),
    );
    host.on('wire.list', () => ({ extent: extent(1, 3), frames: [] }));
    await act(() => result.current.log.load());
    expect(result.current.extent).toEqual(extent(1, 3));
  });
});

describe('useWireSearch', () => {
  it('goes on from where it ended, also when the log grows', async () => {
    const host = createFakeHost();
    const answers: WireHits[] = [
      { seqs: [2, 4], next: 5, isWhole: false },
      { seqs: [7], next: 9, isWhole: true },
      { seqs: [9], next: 10, isWhole: true },
    ];
    host.on('wire.search', () => answers.shift() ?? { seqs: [], next: 10, isWhole: true });
    connectHost(host);
    const filter: WireFilter = {
      text: 'x',
      direction: null,
      kind: null,
      method: null,
      callId: null,
      faultsOnly: false,
    };
    const { result, rerender } = renderHook(({ next }) => useWireSearch(DEMO, filter, next), {
      initialProps: { next: 9 },
    });
    await waitFor(() => expect(result.current?.searching).toBe(false));
    expect(result.current?.seqs.slice(0, result.current.count)).toEqual([2, 4, 7]);
    rerender({ next: 10 });
    await waitFor(() => expect(result.current?.count).toBe(4));
    const asked = host.calls.map(({ params }) => (params as { from: number }).from);
    expect(asked).toEqual([0, 5, 9]);
  });
});
