import { describe, expect, it } from 'vitest';
import type { CallId, WireFrame } from '../../api/generated/contract';
import { EVERYTHING, filterFrames, type WireFilter } from './filter';

const frame = (seq: number, part: Partial<WireFrame> = {}): WireFrame => ({
  seq,
  at: 0,
  direction: 'out',
  kind: 'request',
  method: 'tools/call',
  rpcId: String(seq),
  sizeBytes: 10,
  elapsedMs: null,
  callId: null,
  summary: '',
  ...part,
});

const call = 'call-1' as CallId;
const log = [
  frame(1, { summary: 'search_issues {"query":"Login"}', callId: call }),
  frame(2, {
    direction: 'in',
    kind: 'notification',
    method: 'notifications/progress',
    rpcId: null,
    callId: call,
  }),
  frame(3, { direction: 'in', kind: 'result', rpcId: '41', callId: call }),
  frame(4, { direction: 'in', kind: 'noise', method: null, rpcId: null, summary: 'listening on stdio' }),
];

const check = (name: string, filter: Partial<WireFilter>, expected: number[]): void => {
  it(name, () => {
    const found = filterFrames(log, { ...EVERYTHING, ...filter });
    expect(
      found.frames.map((each) => each.seq),
      JSON.stringify(filter),
    ).toEqual(expected);
  });
};

describe('filterFrames', () => {
  check('shows everything', {}, [1, 2, 3, 4]);
  check('finds text in the summary, whatever its case', { text: ' login ' }, [1]);
  check('finds text in the method', { text: 'progress' }, [2]);
  check('finds an id', { text: '41' }, [3]);
  check('keeps one direction', { direction: 'in' }, [2, 3, 4]);
  check('keeps one kind', { kind: 'noise' }, [4]);
  check('keeps one call', { callId: call }, [1, 2, 3]);
  check('holds all conditions together', { callId: call, direction: 'in', kind: 'result' }, [3]);

  it('goes on from an earlier answer with the new frames only', () => {
    const filter = { ...EVERYTHING, direction: 'out' as const };
    const earlier = filterFrames(log, filter);
    const longer = [...log.slice(1), frame(5), frame(6, { direction: 'in' })];
    const later = filterFrames(longer, filter, earlier);
    expect(
      later.frames.map((each) => each.seq),
      'frame 1 has left the ring, frame 5 is new',
    ).toEqual([5]);
    expect(later).toEqual(filterFrames(longer, filter));
  });

  it('starts anew when the log was emptied in between', () => {
    const filter = { ...EVERYTHING, text: 'x' };
    const earlier = filterFrames(log, filter);
    expect(
      filterFrames([frame(1, { summary: 'x' })], filter, earlier).frames.map((each) => each.seq),
    ).toEqual([1]);
  });
});
