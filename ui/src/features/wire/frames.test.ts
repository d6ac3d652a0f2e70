import { expect, test } from 'vitest';
import { foundFrames, wholeLog, type FrameOrder } from './frames';

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
