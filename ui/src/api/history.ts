import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { call } from './client';
import type { HistoryId, HistoryRow, SourceId } from './generated/contract';
import { keys } from './keys';

/** How many calls are asked for at once. */
export const CALLS_PER_PAGE = 200;

type Calls = InfiniteData<HistoryRow[], HistoryId | null>;

/** The history has changed: of a list that is loaded page by page only the newest page is asked for. */
export function refreshCalls(client: QueryClient): void {
  void client.invalidateQueries({
    queryKey: keys.history,
    predicate: ({ queryKey }) => queryKey[1] !== 'calls',
  });
  for (const query of client.getQueryCache().findAll({ queryKey: keys.callsAll })) {
    const known = query.state.data as Calls | undefined;
    if (known === undefined || known.pages.length < 2 || query.state.fetchStatus === 'fetching') {
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
      continue;
    }
    const [, , serverId, words, ofClient] = query.queryKey as ReturnType<typeof keys.calls>;
    void callsPage(serverId === 'all' ? null : serverId, words, ofClient, null)
      .then((rows) =>
        client.setQueryData<Calls>(query.queryKey, (now) =>
          now === undefined ? now : (withNewest(now, rows) ?? now),
        ),
      )
      .catch(() => client.invalidateQueries({ queryKey: query.queryKey, exact: true }));
  }
}

/** One page of finished calls, newest first: those with all words of a query and of a client, older than `before`. */
export function callsPage(
  serverId: SourceId | null,
  query: string,
  client: string | null,
  before: HistoryId | null,
): Promise<HistoryRow[]> {
  const words = query === '' ? {} : { query };
  const caller = client === null ? {} : { client };
  return call('history.list', { serverId, tool: null, ...caller, ...words, before, limit: CALLS_PER_PAGE });
}

/** The pages with the newest rows in front; only the newest page where they do not join, or rows are gone. */
export function withNewest(known: Calls, rows: HistoryRow[]): Calls {
  const start: Calls = { pages: [rows], pageParams: [null] };
  const ids = new Set(rows.map(({ id }) => id));
  const [first = [], ...rest] = known.pages;
  const joint = first.findIndex(({ id }) => ids.has(id));
  const last = rows.at(-1)?.id;
  if (joint !== 0 || last === undefined) return start;
  const end = first.findIndex(({ id }) => id === last);
  const overlap = end < 0 ? first : first.slice(0, end + 1);
  if (end < 0 || overlap.some(({ id }) => !ids.has(id))) return start;
  return { pages: [[...rows, ...first.slice(end + 1)], ...rest], pageParams: known.pageParams };
}
