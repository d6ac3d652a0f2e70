import { useCallback, useMemo } from 'react';
import type { ResourceSort, Section, ServerId } from '../../api/generated/contract';
import { useMarkViewed } from '../../api/markViewed';
import { useAnswer, useServers } from '../../api/queries';
import { useResources } from '../../api/resources';
import type { Kept } from '../../entities/catalog/KeptFilter';
import { LONG_LIST } from '../../lib/steps';
import { useInSteps } from '../../lib/useInSteps';
import { listedInSteps } from './listedEntries';
import type { Counts, Narrowing, Wanted } from './listedEntries';
import { entryKey, subscriptionEntry } from './rows';

/** Among so many names the one is looked for that was meant by a search that finds nothing. */
const NAMES_TRIED = 5_000;

const NO_COUNTS: Counts = {
  kinds: { image: 0, text: 0, document: 0, data: 0, media: 0, other: 0, template: 0 },
  audiences: { user: 0, assistant: 0 },
  servers: new Map(),
  subscribed: 0,
};

/**
 * The resources and templates of one server or of all, as far as they are wanted. Of long lists that takes many frames,
 * in which what was shown before stays.
 */
export function useResourceRows(
  filter: ServerId | null,
  query: string,
  narrowing: Narrowing,
  { entries: kept, places }: Kept,
  sort: ResourceSort | null,
) {
  const servers = useServers();
  const resources = useResources(filter);
  const templates = useAnswer('template.list', { serverId: filter });
  const allSubscriptions = useAnswer('resource.subscriptions', {}).data;
  const subscribed = useMemo(
    () =>
      (allSubscriptions ?? [])
        .filter(({ serverId }) => filter === null || serverId === filter)
        .map(subscriptionEntry),
    [allSubscriptions, filter],
  );
  useMarkViewed(['resources', 'templates'], filter);
  const known = useMemo(() => kept?.map((each) => ({ ...each, subscribed: false })) ?? null, [kept]);
  const lists = useMemo(
    () =>
      servers.data === undefined || resources.data === undefined || templates.data === undefined
        ? null
        : { servers: servers.data, resources: resources.data, templates: templates.data },
    [servers.data, resources.data, templates.data],
  );
  const work = useCallback(
    () => rowsInSteps(lists, { query, narrowing, subscribed, kept: known, places, sort }),
    [lists, query, narrowing, subscribed, known, places, sort],
  );
  const isShort = lists === null || countOf(lists.resources) + countOf(lists.templates) <= LONG_LIST;
  const rows = useInSteps(work, isShort);
  return {
    servers: servers.data ?? [],
    sections: rows?.sections,
    count: rows?.count,
    counts: rows?.counts ?? NO_COUNTS,
    has: (key: string): boolean =>
      lists !== null &&
      (lists.resources.some(({ serverId, items }) =>
        items.some(({ uri }) => entryKey(serverId, 'resource', uri) === key),
      ) ||
        lists.templates.some(({ serverId, items }) =>
          items.some(({ uriTemplate }) => entryKey(serverId, 'template', uriTemplate) === key),
        )),
    names: () =>
      (rows?.listed ?? [])
        .flatMap(({ sections }) => sections.flatMap(({ items }) => items.slice(0, NAMES_TRIED)))
        .slice(0, NAMES_TRIED)
        .map(({ head }) => head.title),
    error: servers.error ?? resources.error ?? templates.error,
    retry: () => {
      for (const each of [servers, resources, templates]) if (each.isError) void each.refetch();
    },
  };
}

type Lists = Pick<Wanted, 'servers' | 'resources' | 'templates'>;

function* rowsInSteps(lists: Lists | null, how: Omit<Wanted, keyof Lists>) {
  return lists === null ? undefined : yield* listedInSteps({ ...lists, ...how });
}

const countOf = (sections: readonly Section<unknown>[]): number =>
  sections.reduce((sum, { items }) => sum + items.length, 0);
