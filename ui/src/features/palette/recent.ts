import { createStore } from '../../lib/store';
import type { Thing } from './thing';

/** How many are remembered. */
const REMEMBERED = 20;

/** What was chosen in the search in this session: identifiers, and when, Unix ms. */
export const chosenLately = createStore<ReadonlyMap<string, number>>(new Map());

/**
 * Remembers that something was chosen; the page of what a server lists notes it for later sessions.
 * What waits or runs stands before all others while it does.
 */
export function noteChosen({ id, kind }: Thing): void {
  if (kind === 'waiting' || kind === 'running') return;
  chosenLately.set((before) => {
    const all = [...new Map(before).set(id, Date.now())].toSorted(([, a], [, b]) => b - a);
    return new Map(all.slice(0, REMEMBERED));
  });
}
