import { createStore } from '../../lib/store';

/** How many are remembered. */
const REMEMBERED = 20;

/** What was chosen in the search, by identifier, the latest first. */
export const recent = createStore<readonly string[]>([]);

/** Remembers that something was chosen. */
export function noteChosen(id: string): void {
  recent.set((before) => [id, ...before.filter((other) => other !== id)].slice(0, REMEMBERED));
}
