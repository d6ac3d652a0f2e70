import type { SourceId } from './generated/contract';
import { createStore } from '../lib/store';

/** Webtools that were removed and can be brought back: nothing shows them until they are gone for good. */
export const removedWebtools = createStore<ReadonlySet<SourceId>>(new Set());

/** Takes a removed webtool out of the lists, or shows it again. */
export function hideWebtool(id: SourceId, hidden: 'hidden' | 'shown'): void {
  removedWebtools.set((before) => {
    const after = new Set(before);
    if (hidden === 'hidden') after.add(id);
    else after.delete(id);
    return after;
  });
}
