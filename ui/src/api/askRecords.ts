import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from './client';
import type { AskRecordFilter, AskRecordId } from './generated/contract';
import { keys } from './keys';

/** What `askRecord.list` gives at most at once. */
const RECORDS_PER_PAGE = 200;

/** Every record: no wish of a filter. */
export const ALL_RECORDS: AskRecordFilter = {
  serverId: null,
  askKind: null,
  endings: [],
  text: null,
  since: null,
};

/** Questions that are over, newest first, page by page. */
export const useAskRecords = (filter: AskRecordFilter) =>
  useInfiniteQuery({
    queryKey: keys.askRecordList(filter),
    queryFn: ({ pageParam }) =>
      call('askRecord.list', { filter, before: pageParam, limit: RECORDS_PER_PAGE }),
    initialPageParam: null as AskRecordId | null,
    getNextPageParam: (page) => (page.length < RECORDS_PER_PAGE ? undefined : page.at(-1)?.id),
    // While the person types, the list of what was typed before stays in sight.
    placeholderData: (before) => before,
  });

/** One question that is over, whole. */
export const useAskRecord = (id: AskRecordId) =>
  useQuery({ queryKey: keys.askRecord(id), queryFn: () => call('askRecord.get', { id }) });

/** Servers that are muted, or whose questions were refused. */
export const useAskLimits = () =>
  useQuery({ queryKey: keys.askLimits, queryFn: () => call('ask.limits', {}) });
