import type { WireExtent } from '../../api/generated/contract';

/** Which frames a list shows, without holding them: the first line is index 0. */
export interface FrameOrder {
  readonly count: number;
  /** How many lines once stood above the first; grows as old frames are let go. */
  readonly gone: number;
  seqAt(index: number): number | undefined;
  /** -1 for a frame that is not shown. */
  indexOf(seq: number): number;
}

/** All frames that are kept, up to `end`. Their numbers have no gap. */
export function wholeLog({ firstSeq }: WireExtent, end: number): FrameOrder {
  const count = Math.max(0, end - firstSeq);
  return {
    count,
    gone: firstSeq,
    seqAt: (index) => (index >= 0 && index < count ? firstSeq + index : undefined),
    indexOf: (seq) => (seq >= firstSeq && seq < end ? seq - firstSeq : -1),
  };
}

/** Those frames a search has found that are still kept, up to `end`. */
export function foundFrames(
  seqs: readonly number[],
  found: number,
  { firstSeq }: WireExtent,
  end: number,
): FrameOrder {
  const from = lowerBound(seqs, found, firstSeq);
  const to = lowerBound(seqs, found, end);
  return {
    count: to - from,
    gone: from,
    seqAt: (index) => (index >= 0 && index < to - from ? seqs[from + index] : undefined),
    indexOf: (seq) => {
      const at = lowerBound(seqs, found, seq);
      return at >= from && at < to && seqs[at] === seq ? at - from : -1;
    },
  };
}

/** The first index below `count` whose number is not below `seq`. */
function lowerBound(seqs: readonly number[], count: number, seq: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((seqs[middle] ?? 0) < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
