import type { ResourceSort, Section, ServerId, ServerSnapshot } from '../../api/generated/contract';
import type { ResourceHead, TemplateHead } from '../../api/generated/contract';
import { entryId } from '../../api/bookmarks';
import { catalogSections, countEntries } from '../../entities/catalog/CatalogRows';
import { catalogGroupsInSteps } from '../../lib/catalogRows';
import type { CatalogPart } from '../../lib/catalogRows';
import { ENTRIES_PER_STEP } from '../../lib/steps';
import type { Steps } from '../../lib/steps';
import { sortGroups } from './columns';
import { AUDIENCES, kindOf } from './kinds';
import type { Audience, Kind } from './kinds';
import { keptKey, searchEntries, unlisted } from './rows';
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

/** How many entries there are of each kind, for each audience, of each server, and subscribed. */
export interface Counts {
  kinds: Readonly<Record<Kind, number>>;
  audiences: Readonly<Record<Audience, number>>;
  servers: ReadonlyMap<ServerId, number>;
  subscribed: number;
}

/** The lists, and what is wanted of them. */
export interface Wanted {
  servers: readonly ServerSnapshot[];
  resources: readonly Section<ResourceHead>[];
  templates: readonly Section<TemplateHead>[];
  query: string;
  narrowing: Narrowing;
  /** Subscriptions, of resources that are listed or not. */
  subscribed: readonly KnownEntry[];
  /** Bookmarks or what was opened last, where the list is narrowed to them; and the place of each. */
  kept: readonly KnownEntry[] | null;
  places: ReadonlyMap<string, number> | null;
  sort: ResourceSort | null;
}

/** The entries of the list that are wanted, in their order, and how many there are of each kind. */
export function* listedInSteps(wanted: Wanted) {
  const { servers, query, narrowing, subscribed, kept, places, sort } = wanted;
  const listed: CatalogPart<ResourceEntry>[] = [
    yield* part('resources', wanted.resources, (head): ResourceEntry => ({ kind: 'resource', head })),
    yield* part('templates', wanted.templates, (head): ResourceEntry => ({ kind: 'template', head })),
  ];
  const subscribedIds = new Set(subscribed.map(entryId));
  const known =
    kept?.map((each) => ({ ...each, subscribed: subscribedIds.has(entryId(each)) })) ??
    (narrowing.subscribedOnly ? subscribed : []);
  const all = [...listed, ...(yield* unlistedParts(known, listed))];
  const groups = yield* catalogGroupsInSteps(
    servers,
    all,
    isWanted(query, narrowing),
    places && ((entry) => places.get(entryId(keptKey(entry)))),
  );
  return {
    sections: catalogSections(yield* sortGroups(groups, sort)),
    count: countEntries(groups),
    counts: countsOf(listed, subscribed.length),
    listed,
  };
}

function isWanted(query: string, narrowing: Narrowing): ((entry: ResourceEntry) => boolean) | null {
  const { kinds, audiences, servers, subscribedOnly } = narrowing;
  const found = searchEntries(query);
  if (found === null && !isNarrowed(narrowing)) return null;
  return (entry) =>
    (kinds.length === 0 || kinds.includes(kindOf(entry))) &&
    (servers.length === 0 || servers.includes(entry.head.serverId)) &&
    (audiences.length === 0 || audiences.some((audience) => isFor(entry, audience))) &&
    (!subscribedOnly || isSubscribed(entry)) &&
    (found === null || found(entry));
}

const isFor = (entry: ResourceEntry, audience: Audience): boolean =>
  entry.head.annotations.audience.includes(audience);

const isSubscribed = (entry: ResourceEntry): boolean => entry.kind === 'resource' && entry.head.subscribed;

/** The entries of one list of one server, and how many there are of each kind and for each audience. */
interface Made {
  entries: ResourceEntry[];
  kinds: Record<Kind, number>;
  audiences: Record<Audience, number>;
}

/** What was made of each list, for the next search or order of it. */
const made = new WeakMap<readonly unknown[], Made>();

const nothing = (): Pick<Made, 'kinds' | 'audiences'> => ({
  kinds: { image: 0, text: 0, document: 0, data: 0, media: 0, other: 0, template: 0 },
  audiences: { user: 0, assistant: 0 },
});

function* part<T>(
  list: 'resources' | 'templates',
  sections: readonly Section<T>[],
  entryOf: (head: T) => ResourceEntry,
): Steps<CatalogPart<ResourceEntry>> {
  const all: Section<ResourceEntry>[] = [];
  for (const section of sections) {
    let known = made.get(section.items);
    if (known === undefined) made.set(section.items, (known = yield* madeOf(section.items, entryOf)));
    all.push({ ...section, items: known.entries });
  }
  return { list, sections: all };
}

function* madeOf<T>(items: readonly T[], entryOf: (head: T) => ResourceEntry): Steps<Made> {
  const { kinds, audiences } = nothing();
  const entries: ResourceEntry[] = [];
  for (const head of items) {
    const entry = entryOf(head);
    entries.push(entry);
    kinds[kindOf(entry)] += 1;
    for (const audience of AUDIENCES) if (isFor(entry, audience)) audiences[audience] += 1;
    if (entries.length % ENTRIES_PER_STEP === 0) yield;
  }
  const result = { entries, kinds, audiences };
  made.set(entries, result);
  return result;
}

function countsOf(parts: readonly CatalogPart<ResourceEntry>[], subscribed: number): Counts {
  const { kinds, audiences } = nothing();
  const servers = new Map<ServerId, number>();
  for (const { sections } of parts)
    for (const { serverId, items } of sections) {
      servers.set(serverId, (servers.get(serverId) ?? 0) + items.length);
      const of = made.get(items);
      if (of === undefined) continue;
      for (const kind of Object.keys(kinds) as Kind[]) kinds[kind] += of.kinds[kind];
      for (const audience of AUDIENCES) audiences[audience] += of.audiences[audience];
    }
  return { kinds, audiences, servers, subscribed };
}

/** Entries that no server lists now, though they are kept or subscribed. */
function* unlistedParts(
  entries: readonly KnownEntry[],
  listed: readonly CatalogPart<ResourceEntry>[],
): Steps<CatalogPart<ResourceEntry>[]> {
  if (entries.length === 0) return [];
  const missing = new Map(entries.map((each) => [entryId(each), each]));
  let tried = 0;
  for (const { sections } of listed)
    for (const { items } of sections)
      for (const entry of items) {
        missing.delete(entryId(keptKey(entry)));
        if (++tried % ENTRIES_PER_STEP === 0) yield;
      }
  const state = { kind: 'offline' } as const;
  return [...missing.values()].flatMap((each) => {
    const entry = unlisted(each);
    if (entry === null) return [];
    const { serverId } = entry.head;
    return [{ list: each.list, sections: [{ serverId, state, items: [entry], broken: [] }] }];
  });
}
