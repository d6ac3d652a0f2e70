import type { CallId, Direction, FrameKind, WireFrame } from '../../api/generated/contract';

/** Which frames a person wants to see. */
export type WireFilter = {
  readonly text: string;
  readonly direction: Direction | 'both';
  readonly kind: FrameKind | 'all';
  /** Only what belongs to this call. */
  readonly callId: CallId | null;
};

export const EVERYTHING: WireFilter = { text: '', direction: 'both', kind: 'all', callId: null };

/** Frames that passed a filter, with what is needed to go on from there. */
export type Filtered = {
  readonly filter: WireFilter;
  readonly frames: readonly WireFrame[];
  /** The newest frame that was looked at. */
  readonly lastSeq: number;
};

/**
 * Filters a log. With the answer for an earlier state of the same log and the same filter it looks at the new frames
 * only, so that a log of 100,000 frames stays cheap while it grows.
 */
export function filterFrames(log: readonly WireFrame[], filter: WireFilter, earlier?: Filtered): Filtered {
  const first = log[0];
  const last = log[log.length - 1];
  if (first === undefined || last === undefined) return { filter, frames: [], lastSeq: 0 };
  if (isEverything(filter)) return { filter, frames: log, lastSeq: last.seq };

  const wanted = matcher(filter);
  const usable =
    earlier !== undefined &&
    earlier.filter === filter &&
    earlier.lastSeq >= first.seq - 1 &&
    earlier.lastSeq <= last.seq;
  if (!usable) return { filter, frames: log.filter(wanted), lastSeq: last.seq };

  const kept = earlier.frames.filter((frame) => frame.seq >= first.seq);
  const fresh = log.slice(firstIndexAfter(log, earlier.lastSeq)).filter(wanted);
  return { filter, frames: [...kept, ...fresh], lastSeq: last.seq };
}

/** Filtering that remembers its last answer. */
export function startFiltering(): (log: readonly WireFrame[], filter: WireFilter) => readonly WireFrame[] {
  let earlier: Filtered | undefined;
  return (log, filter) => {
    earlier = filterFrames(log, filter, earlier);
    return earlier.frames;
  };
}

export function isEverything(filter: WireFilter): boolean {
  return (
    filter.text.trim() === '' &&
    filter.direction === 'both' &&
    filter.kind === 'all' &&
    filter.callId === null
  );
}

function matcher(filter: WireFilter): (frame: WireFrame) => boolean {
  const text = filter.text.trim().toLowerCase();
  return (frame) => {
    if (filter.callId !== null && frame.callId !== filter.callId) return false;
    if (filter.direction !== 'both' && frame.direction !== filter.direction) return false;
    if (filter.kind !== 'all' && frame.kind !== filter.kind) return false;
    if (text === '') return true;
    return (
      (frame.method?.toLowerCase().includes(text) ?? false) ||
      frame.summary.toLowerCase().includes(text) ||
      frame.rpcId === text
    );
  };
}

/** Where the frames after `seq` begin; a log is in order of `seq`. */
function firstIndexAfter(log: readonly WireFrame[], seq: number): number {
  let low = 0;
  let high = log.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((log[middle]?.seq ?? 0) <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
