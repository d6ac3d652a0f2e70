import { useRef } from 'react';

/**
 * How a row of a list was chosen: picked with the pointer or Enter; by a move of the keys from a row the person stayed at, which
 * going back leads to; or by passing on from a row that was only passed.
 */
export type ChosenBy = 'pick' | 'move' | 'pass';

/** Who stays at a row for this long means to come back to it. */
const STAYED_AFTER_MS = 1_000;

/** Tells how the keys choose the next row, from the place of the row they leave; -1 = none is chosen. */
export function useChosenByKeys(): (from: number, to: number) => ChosenBy {
  const movedAt = useRef(-STAYED_AFTER_MS);
  return (from, to) => {
    const now = performance.now();
    const stayed = now - movedAt.current >= STAYED_AFTER_MS;
    movedAt.current = now;
    return stayed && from >= 0 && from !== to ? 'move' : 'pass';
  };
}
