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

/** The frames of an order without those of some numbers, which ascend. */
export function withoutFrames(order: FrameOrder, seqs: readonly number[]): FrameOrder {
  const hidden = seqs.map((seq) => order.indexOf(seq)).filter((index) => index >= 0);
  /** How many are hidden before the line that is shown at an index. */
  const before = (index: number): number => {
    let low = 0;
    let high = hidden.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((hidden[middle] ?? 0) - middle <= index) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    count: order.count - hidden.length,
    gone: order.gone - lowerBound(seqs, seqs.length, order.seqAt(0) ?? 0),
    seqAt: (index) => (index < 0 ? undefined : order.seqAt(index + before(index))),
    indexOf: (seq) => {
      const index = order.indexOf(seq);
      const at = lowerBound(hidden, hidden.length, index);
      return index < 0 || hidden[at] === index ? -1 : index - at;
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
