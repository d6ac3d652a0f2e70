import { replaceEqualDeep, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './client';
import type { ResourceHead, Section, ServerId } from './generated/contract';
import { keys } from './keys';

/** How many are read at once: so many are decoded between two frames. */
const PART = 2_000;

type Sections = Section<ResourceHead>[];

/** Resources of one server, or of all that are on. The first ones are shown while the others are still read. */
export function useResources(serverId: ServerId | null) {
  const client = useQueryClient();
  const queryKey = keys.catalog('resources', serverId);
  return useQuery({
    queryKey,
    queryFn: async () => {
      const first = await read(serverId, 0);
      if (count(first) < PART) return first;
      if (client.getQueryData(queryKey) === undefined) client.setQueryData(queryKey, first);
      return withRest(serverId, first);
    },
    // What has not changed stays the same object; of a long list, to find that out costs more than to draw it anew.
    structuralSharing: (before, now) => (count(now as Sections) < PART ? replaceEqualDeep(before, now) : now),
  });
}

async function withRest(serverId: ServerId | null, first: Sections): Promise<Sections> {
  const all = first.map((section) => ({ ...section, items: [...section.items] }));
  const places = new Map(all.map((section) => [section.serverId, section.items]));
  for (let from = PART; ; from += PART) {
    // One after another: what is typed and clicked meanwhile comes between.
    // oxlint-disable-next-line no-await-in-loop
    const part = await read(serverId, from);
    // If the set of servers changes meanwhile, an event has the list read again.
    for (const { serverId: owner, items } of part) places.get(owner)?.push(...items);
    if (count(part) < PART) return all;
  }
}

const read = (serverId: ServerId | null, from: number): Promise<Sections> =>
  call('resource.list', { serverId, from, limit: PART });

const count = (sections: Sections): number => sections.reduce((sum, { items }) => sum + items.length, 0);
