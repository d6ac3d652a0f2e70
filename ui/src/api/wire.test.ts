import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFakeHost } from '../host/fake';
import { connectHost } from './client';
import type { ServerId, WireFrame, WireLog } from './generated/contract';
import { appendFrames, forgetWireLogs, useWireLog } from './wire';

const DEMO = 'demo' as ServerId;

const frame = (seq: number): WireFrame => ({
  seq,
  at: 0,
  direction: 'in',
  kind: 'notification',
  method: null,
  rpcId: null,
  sizeBytes: 1,
  elapsedMs: null,
  callId: null,
  summary: '',
});

/** A host whose log is given only when the test says so. */
function slowHost() {
  const host = createFakeHost();
  let give: (log: WireLog) => void = () => undefined;
  let refuse: (error: unknown) => void = () => undefined;
  const answer = new Promise<WireLog>((resolve, reject) => {
    give = resolve;
    refuse = reject;
  });
  host.on('wire.list', () => answer);
  connectHost(host);
  return { host, give: (log: WireLog) => give(log), refuse: (error: unknown) => refuse(error) };
}

const seqs = (log: { items: readonly WireFrame[] }): number[] => log.items.map(({ seq }) => seq);

describe('useWireLog', () => {
  beforeEach(forgetWireLogs);

  it('loses and repeats nothing that passes while the log is read', async () => {
    const { give } = slowHost();
    const { result } = renderHook(() => useWireLog(DEMO));
    appendFrames(DEMO, [frame(2), frame(3)]);
    await act(async () => give({ frames: [frame(1), frame(2)], dropped: 4 }));
    await waitFor(() => expect(result.current.state.kind).toBe('ready'));
    expect({ seqs: seqs(result.current), dropped: result.current.dropped }).toEqual({
      seqs: [1, 2, 3],
      dropped: 4,
    });
    act(() => appendFrames(DEMO, [frame(3), frame(4)]));
    await waitFor(() => expect(seqs(result.current)).toEqual([1, 2, 3, 4]));
  });

  it('keeps nothing of a server whose log nobody has opened', async () => {
    const { give } = slowHost();
    appendFrames(DEMO, [frame(9)]);
    const { result } = renderHook(() => useWireLog(DEMO));
    await act(async () => give({ frames: [frame(1)], dropped: 0 }));
    await waitFor(() => expect(seqs(result.current)).toEqual([1]));
  });

  it('says why a log could not be read, and reads it again when asked to', async () => {
    const { host, refuse } = slowHost();
    const { result } = renderHook(() => useWireLog(DEMO));
    await act(async () => refuse({ code: 'internal', message: 'The log is gone.' }));
    await waitFor(() =>
      expect(result.current.state).toMatchObject({ kind: 'failed', error: { message: 'The log is gone.' } }),
    );
    host.on('wire.list', () => ({ frames: [frame(5)], dropped: 0 }));
    act(() => result.current.reload());
    await waitFor(() => expect(seqs(result.current)).toEqual([5]));
  });
});
