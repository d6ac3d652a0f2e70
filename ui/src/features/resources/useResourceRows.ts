import { useMemo } from 'react';
import { entryId } from '../../api/bookmarks';
import type { ResourceSort, Section, ServerId } from '../../api/generated/contract';
import { useMarkViewed } from '../../api/markViewed';
import { useServers, useSubscriptions, useTemplates } from '../../api/queries';
import { useResources } from '../../api/resources';
import { catalogSections, countEntries } from '../../entities/catalog/CatalogRows';
import type { Kept } from '../../entities/catalog/KeptFilter';
import { catalogGroups } from '../../lib/catalogRows';
import type { CatalogPart } from '../../lib/catalogRows';
import { sortGroups } from './columns';
import { AUDIENCES, kindOf } from './kinds';
import type { Audience, Kind } from './kinds';
import { keptKey, searchEntries, subscriptionEntry, unlisted } from './rows';
import type { KnownEntry, ResourceEntry } from './rows';

/** What the list is narrowed to; nothing chosen = all. */
export interface Narrowing {
  kinds: readonly Kind[];
  audiences: readonly Audience[];
  servers: readonly ServerId[];
  subscribedOnly: boolean;
}

/** Whether it leaves anything out. */
export const isNarrowed = ({ kinds, audiences, servers, subscribedOnly }: Narrowing): boolean =>
  subscribedOnly || [kinds, audiences, servers].some(({ length }) => length > 0);

/** The resources and templates of one server or of all, as far as they are wanted. */
export function useResourceRows(
  filter: ServerId | null,
  query: string,
  narrowing: Narrowing,
  { entries: keptEntries, places }: Kept,
  sort: ResourceSort | null,
) {
  const servers = useServers();
  const resources = useResources(filter);
  const templates = useTemplates(filter);
  const allSubscriptions = useSubscriptions().data;
  const subscriptions = useMemo(
    () => (allSubscriptions ?? []).filter(({ serverId }) => filter === null || serverId === filter),
    [allSubscriptions, filter],
  );
  useMarkViewed(['resources', 'templates'], filter);
  const listed = useMemo(() => {
    if (resources.data === undefined || templates.data === undefined) return undefined;
    return [
      part('resources', resources.data, (head): ResourceEntry => ({ kind: 'resource', head })),
      part('templates', templates.data, (head): ResourceEntry => ({ kind: 'template', head })),
    ];
  }, [resources.data, templates.data]);
  const groups = useMemo(() => {
    if (listed === undefined || servers.data === undefined) return undefined;
    const { kinds, audiences, servers: chosenServers, subscribedOnly } = narrowing;
    const subscribed = subscriptions.map(subscriptionEntry);
    const subscribedIds = new Set(subscribed.map(entryId));
    const known =
      keptEntries?.map((each) => ({ ...each, subscribed: subscribedIds.has(entryId(each)) })) ??
      (subscribedOnly ? subscribed : []);
    const all = [...listed, ...unlistedParts(known, listed)];
    const found = searchEntries(query);
    const wanted = (entry: ResourceEntry): boolean =>
      (kinds.length === 0 || kinds.includes(kindOf(entry))) &&
      (chosenServers.length === 0 || chosenServers.includes(entry.head.serverId)) &&
      (audiences.length === 0 || audiences.some((audience) => isFor(entry, audience))) &&
      (!subscribedOnly || isSubscribed(entry)) &&
      (found === null || found(entry));
    return catalogGroups(
      servers.data,
      all,
      found === null && !isNarrowed(narrowing) ? null : wanted,
      places && ((entry) => places.get(entryId(keptKey(entry)))),
    );
  }, [listed, servers.data, query, narrowing, subscriptions, keptEntries, places]);
  // One pass over the entries for each order, and none while only the choice of a row changes.
  const sections = useMemo(() => groups && catalogSections(sortGroups(groups, sort)), [groups, sort]);
  return {
    servers: servers.data ?? [],
    sections,
    count: groups && countEntries(groups),
    counts: useMemo(() => countAll(listed ?? [], subscriptions.length), [listed, subscriptions]),
    names: () =>
      (listed ?? []).flatMap(({ sections: all }) =>
        all.flatMap(({ items }) => items.map(({ head }) => head.title)),
      ),
    error: servers.error ?? resources.error ?? templates.error,
    retry: () => {
      for (const each of [servers, resources, templates]) if (each.isError) void each.refetch();
    },
  };
}

const part = <T>(
  list: 'resources' | 'templates',
  sections: readonly Section<T>[],
  entryOf: (head: T) => ResourceEntry,
): CatalogPart<ResourceEntry> => ({
  list,
  sections: sections.map((section) => ({ ...section, items: section.items.map(entryOf) })),
});

/** Entries that no server lists now, though they are kept or subscribed. */
function unlistedParts(
  entries: readonly KnownEntry[],
  listed: readonly CatalogPart<ResourceEntry>[],
): CatalogPart<ResourceEntry>[] {
  if (entries.length === 0) return [];
  const known = new Set<string>();
  for (const { sections } of listed)
    for (const { items } of sections) for (const entry of items) known.add(entryId(keptKey(entry)));
  const state = { kind: 'offline' } as const;
  return entries.flatMap((each) => {
    const entry = known.has(entryId(each)) ? null : unlisted(each);
    if (entry === null) return [];
    const { serverId } = entry.head;
    return [{ list: each.list, sections: [{ serverId, state, items: [entry], broken: [] }] }];
  });
}

const isFor = (entry: ResourceEntry, audience: Audience): boolean =>
  entry.kind === 'resource' && entry.head.annotations.audience.includes(audience);

const isSubscribed = (entry: ResourceEntry): boolean => entry.kind === 'resource' && entry.head.subscribed;

/** How many entries there are of each kind, for each audience, of each server, and subscribed. */
export interface Counts {
  kinds: Readonly<Record<Kind, number>>;
  audiences: Readonly<Record<Audience, number>>;
  servers: ReadonlyMap<ServerId, number>;
  subscribed: number;
}

function countAll(parts: readonly CatalogPart<ResourceEntry>[], subscribed: number): Counts {
  const kinds = { image: 0, text: 0, data: 0, media: 0, other: 0, template: 0 };
  const audiences = { user: 0, assistant: 0 };
  const servers = new Map<ServerId, number>();
  for (const { sections } of parts)
    for (const { serverId, items } of sections) {
      servers.set(serverId, (servers.get(serverId) ?? 0) + items.length);
      for (const entry of items) {
        kinds[kindOf(entry)] += 1;
        for (const audience of AUDIENCES) if (isFor(entry, audience)) audiences[audience] += 1;
      }
    }
  return { kinds, audiences, servers, subscribed };
}
