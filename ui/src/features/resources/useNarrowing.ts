import { useMemo } from 'react';
import type { ServerId } from '../../api/generated/contract';
import { useServers } from '../../api/queries';
import { keptState } from '../../lib/keptState';
import type { Narrowing } from './listedEntries';

/** A list that is not narrowed. */
export const WHOLE: Narrowing = { kinds: [], audiences: [], servers: [], subscribedOnly: false };

const useKeptNarrowing = keptState(WHOLE);

/** What the list is narrowed to. Servers count only where they can be chosen: of all, those that are there. */
export function useNarrowing(filter: ServerId | null): [Narrowing, (next: Narrowing) => void] {
  const [kept, setKept] = useKeptNarrowing();
  const known = useServers().data;
  const narrowing = useMemo(() => {
    if (kept.servers.length === 0) return kept;
    const isKnown = (id: ServerId): boolean => known?.some((each) => each.id === id) ?? true;
    return { ...kept, servers: filter === null ? kept.servers.filter(isKnown) : [] };
  }, [kept, known, filter]);
  return [narrowing, setKept];
}
