import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from './client';
import type { ApprovalRecordFilter, ApprovalRecordId } from './generated/contract';
import { answerKey } from './queries';

/** What `approvalRecord.list` gives at most at once. */
const RECORDS_PER_PAGE = 200;

/** Every record: no wish of a filter. */
export const ALL_RECORDS: ApprovalRecordFilter = {
  serverId: null,
  approvalKind: null,
  endings: [],
  text: null,
  since: null,
};

/** Questions that are over, newest first, page by page. */
export const useApprovalRecords = (filter: ApprovalRecordFilter) =>
  useInfiniteQuery({
    queryKey: [...answerKey('approvalRecord.list', { filter }), 'pages'],
    queryFn: ({ pageParam }) =>
      call('approvalRecord.list', { filter, before: pageParam, limit: RECORDS_PER_PAGE }),
    initialPageParam: null as ApprovalRecordId | null,
    getNextPageParam: (page) => (page.length < RECORDS_PER_PAGE ? undefined : page.at(-1)?.id),
    // While the person types, the list of what was typed before stays in sight.
    placeholderData: (before) => before,
  });
