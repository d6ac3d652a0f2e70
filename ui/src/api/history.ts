import { useInfiniteQuery, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from './client';
import type { HistoryId, HistoryParams, HistoryRow } from './generated/contract';

/** Which part of what is recorded. */
type HistoryPart = Omit<HistoryParams, 'before' | 'limit'>;

/** How many calls are asked for at once. */
const CALLS_PER_PAGE = 200;

type Calls = InfiniteData<HistoryRow[], HistoryId | null>;

const PAGES = 'history.pages';

/** What is recorded, newest first, page by page. */
export const useCalls = (part: HistoryPart) =>
  useInfiniteQuery({
    queryKey: [PAGES, part],
    queryFn: ({ pageParam }) => callsPage(part, pageParam),
    initialPageParam: null as HistoryId | null,
    getNextPageParam: (page) => (page.length < CALLS_PER_PAGE ? undefined : page.at(-1)?.id),
    // What was found before stays in sight until the next answer.
    placeholderData: (before) => before,
  });

/**
 * Reads further pages as long as they are wanted; whether it does. After one that cannot be read it stops: it would be
 * asked for again and again.
 */
export function useReadOn(calls: ReturnType<typeof useCalls>, isWanted: boolean): boolean {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = calls;
  const readsOn = isWanted && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (readsOn && !isFetchingNextPage) void fetchNextPage();
  }, [readsOn, isFetchingNextPage, fetchNextPage]);
  return readsOn;
}

/** The history has changed: of a list that is loaded page by page only the newest page is asked for. */
export function refreshCalls(client: QueryClient): void {
  for (const query of client.getQueryCache().findAll({ queryKey: [PAGES] })) {
    const known = query.state.data as Calls | undefined;
    if (known === undefined || known.pages.length < 2 || query.state.fetchStatus === 'fetching') {
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
      continue;
    }
    const [, part] = query.queryKey as [string, HistoryPart];
    void callsPage(part, null)
      .then((rows) =>
        client.setQueryData<Calls>(query.queryKey, (now) =>
          now === undefined ? now : (withNewest(now, rows) ?? now),
        ),
      )
      .catch(() => client.invalidateQueries({ queryKey: query.queryKey, exact: true }));
  }
}

/** One page of what is recorded, newest first, older than `before`. */
const callsPage = (part: HistoryPart, before: HistoryId | null): Promise<HistoryRow[]> =>
  call('history.list', { ...part, before, limit: CALLS_PER_PAGE });

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
