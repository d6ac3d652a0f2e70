import { replaceEqualDeep, useQuery, useQueryClient } from '@tanstack/react-query';
import { pause } from '../lib/steps';
import { call } from './client';
import type { ResourceHead, Section, ServerId } from './generated/contract';
import { answerKey } from './queries';

/** How many are read at once: so many are decoded between two frames. */
const PART = 2_000;

type Sections = Section<ResourceHead>[];

/** The resources of each list by their URIs, made once; while a list is read it grows with it. */
const byUri = new WeakMap<readonly ResourceHead[], Map<string, ResourceHead>>();

/** Resources of one server, or of all that are on. The first ones are shown while the others are still read. */
export function useResources(serverId: ServerId | null) {
  const client = useQueryClient();
  const queryKey = answerKey('resource.list', { serverId });
  return useQuery({
    queryKey,
    queryFn: async () => {
      const first = await read(serverId, 0);
      if (count(first) < PART) return first;
      // A list that is read again is shown as it was until the new one is whole.
      let shown = client.getQueryData<Sections>(queryKey);
      const isFirst = shown === undefined;
      return withRest(serverId, first, (sections) => {
        if (!isFirst || client.getQueryData(queryKey) !== shown) return;
        client.setQueryData(queryKey, sections);
        shown = sections;
      });
    },
    // What has not changed stays the same object; of a long list, to find that out costs more than to draw it anew.
    structuralSharing: (before, now) => (count(now as Sections) < PART ? replaceEqualDeep(before, now) : now),
  });
}

/** A resource that its server lists; `undefined` = it lists none of this URI, or it is not known yet. */
export function resourceOf(
  sections: Sections | undefined,
  serverId: ServerId,
  uri: string,
): ResourceHead | undefined {
  const items = sections?.find((section) => section.serverId === serverId)?.items;
  if (items === undefined) return undefined;
  let known = byUri.get(items);
  if (known === undefined) byUri.set(items, (known = addTo(new Map(), items)));
  return known.get(uri);
}

/** Of two with one URI the first counts. */
function addTo(known: Map<string, ResourceHead>, items: readonly ResourceHead[]): Map<string, ResourceHead> {
  for (const head of items) if (!known.has(head.uri)) known.set(head.uri, head);
  return known;
}

/** Reads part after part, and tells what there is each time it has doubled: so drawing it costs no more than reading. */
async function withRest(
  serverId: ServerId | null,
  first: Sections,
  onPart: (sections: Sections) => void,
): Promise<Sections> {
  const places = new Map(
    first.map(({ serverId: owner, items }) => [owner, { items: [...items], known: addTo(new Map(), items) }]),
  );
  const soFar = (): Sections =>
    first.map((section) => {
      const place = places.get(section.serverId);
      const items = [...(place?.items ?? [])];
      if (place !== undefined) byUri.set(items, place.known);
      return { ...section, items };
    });
  onPart(soFar());
  let total = PART;
  let told = PART;
  for (let from = PART; ; from += PART) {
    // One after another: what is typed and clicked meanwhile comes between, and what is there already is drawn.
    // oxlint-disable-next-line no-await-in-loop
    await pause();
    // oxlint-disable-next-line no-await-in-loop
    const part = await read(serverId, from);
    // If the set of servers changes meanwhile, an event has the list read again.
    for (const { serverId: owner, items } of part) {
      const place = places.get(owner);
      if (place === undefined) continue;
      place.items.push(...items);
      addTo(place.known, items);
    }
    total += count(part);
    if (count(part) < PART) return soFar();
    if (total >= 2 * told) {
      told = total;
      onPart(soFar());
    }
  }
}

const read = (serverId: ServerId | null, from: number): Promise<Sections> =>
  call('resource.list', { serverId, from, limit: PART });

const count = (sections: Sections): number => sections.reduce((sum, { items }) => sum + items.length, 0);
