import { call } from '../../../api/client';

/** How much more memory Usher may take than when a document was opened, in bytes: twice what its worker counts. */
export const MOST_GROWTH_BYTES = 1_024_000_000;

const LOOK_EVERY_MS = 250;

/** Once it has grown by an eighth of that: a list that is filled may double within a quarter of a second. */
const LOOK_CLOSELY_EVERY_MS = 50;

/**
 * Calls `onGrown` once Usher's processes take `MOST_GROWTH_BYTES` more than at their lowest, until what is returned is
 * called. Not all that a library allocates can be counted from within: it fills lists by their indices.
 */
export function watchGrowth(onGrown: () => void): () => void {
  let lowest = Number.POSITIVE_INFINITY;
  let grown = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;
  const look = async (): Promise<void> => {
    const { usher } = await call('server.processes', {});
    if (isEnded) return;
    const bytes = usher?.memoryBytes ?? 0;
    lowest = Math.min(lowest, bytes);
    grown = bytes - lowest;
    if (grown > MOST_GROWTH_BYTES) onGrown();
    else again();
  };
  const again = (): void => {
    const waits = grown > MOST_GROWTH_BYTES / 8 ? LOOK_CLOSELY_EVERY_MS : LOOK_EVERY_MS;
    timer = setTimeout(() => {
      look().catch(again);
    }, waits);
  };
  look().catch(again);
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}
