import { useEffect } from 'react';
import { call } from './client';
import type { CatalogKind, SourceId } from './generated/contract';

/**
 * Tells the core that somebody looks at these lists of one server or of all: when they come into view, and when the
 * window does. What is out of date by its server's own word is then read anew; nothing is asked for by time alone.
 */
export function useMarkViewed(lists: readonly CatalogKind[], serverId: SourceId | null): void {
  const wanted = lists.join(',');
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'hidden') return;
      for (const list of wanted.split(',') as CatalogKind[]) {
        // A list that cannot be read says so itself.
        call('catalog.markViewed', { serverId, list }).catch(() => undefined);
      }
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [wanted, serverId]);
}
