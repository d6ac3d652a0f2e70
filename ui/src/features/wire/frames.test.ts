import { expect, test } from 'vitest';
import { foundFrames, wholeLog, withoutFrames, type FrameOrder } from './frames';

const extent = (firstSeq: number, nextSeq: number) => ({ firstSeq, nextSeq, dropped: 0, methods: [] });
const shown = (order: FrameOrder): (number | undefined)[] =>
  Array.from({ length: order.count }, (_, index) => order.seqAt(index));

test('a whole log shows every number that is kept, up to where it was paused', () => {
  expect(shown(wholeLog(extent(3, 7), 7))).toEqual([3, 4, 5, 6]);
  expect(shown(wholeLog(extent(3, 7), 5))).toEqual([3, 4]);
  expect(shown(wholeLog(extent(9, 20), 5)), 'all of it has been let go').toEqual([]);
  const order = wholeLog(extent(3, 7), 7);
  expect([2, 3, 6, 7].map((seq) => order.indexOf(seq))).toEqual([-1, 0, 3, -1]);
  expect([order.seqAt(-1), order.seqAt(4)]).toEqual([undefined, undefined]);
});

test('found frames leave out what has been let go, and what came after a pause', () => {
  const seqs = [2, 5, 6, 9, 12];
  expect(shown(foundFrames(seqs, 5, extent(1, 20), 20))).toEqual([2, 5, 6, 9, 12]);
  expect(shown(foundFrames(seqs, 5, extent(5, 20), 12))).toEqual([5, 6, 9]);
  expect(shown(foundFrames(seqs, 2, extent(1, 20), 20)), 'only as many as were told').toEqual([2, 5]);
  const order = foundFrames(seqs, 5, extent(5, 20), 12);
  expect([2, 5, 7, 9, 12].map((seq) => order.indexOf(seq))).toEqual([-1, 0, -1, 2, -1]);
});

test('frames that are hidden have no line, wherever they stand', () => {
  const all = wholeLog(extent(3, 10), 10);
  const some = foundFrames([2, 5, 6, 9, 12], 5, extent(5, 20), 20);
  const shownOf = (order: FrameOrder, seqs: number[]) => {
    const rest = withoutFrames(order, seqs);
    return { rows: shown(rest), gone: rest.gone, at: [5, 6, 9].map((seq) => rest.indexOf(seq)) };
  };
  expect(shownOf(all, [])).toEqual({ rows: [3, 4, 5, 6, 7, 8, 9], gone: 3, at: [2, 3, 6] });
  expect(shownOf(all, [1, 3, 6, 7, 12])).toEqual({ rows: [4, 5, 8, 9], gone: 2, at: [1, -1, 3] });
  expect(shownOf(all, [3, 4, 5, 6, 7, 8, 9])).toEqual({ rows: [], gone: 3, at: [-1, -1, -1] });
  expect(shownOf(some, [6, 7, 12])).toEqual({ rows: [5, 9], gone: 1, at: [0, -1, 1] });
});
