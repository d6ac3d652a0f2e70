import { useMemo } from 'react';
import { ALL_RECORDS, useApprovalRecords } from '../../api/approvalRecords';
import type { ApprovalRecordFilter, ApprovalRecordHead } from '../../api/generated/contract';
import { useClients } from '../../api/clients';
import { usePendingReviews } from '../../api/pins';
import { useApprovals, useServers } from '../../api/queries';
import { clientEntryId, DEFINITIONS } from '../../api/waiting';
import { useWebtools } from '../../api/webtools';
import { useToday } from '../../lib/now';
import type { Entry } from './entries';
import { serverNeed, webtoolNeed } from './needs';

interface Entries {
  /** What waits: requests first, then definitions, clients, servers and webtools. */
  waiting: Entry[];
  /** What the person looks at later. */
  later: Entry[];
  /** Whether more reviews may follow in a moment. */
  isPending: boolean;
  /** What is over today. */
  over: Entry[];
  /** Why some definitions are not listed; `null` = all are. */
  failed: Error | null;
}

const NONE: Entry[] = [];

/** Everything the inbox lists. */
export function useEntries(): Entries {
  const approvals = useApprovals().data;
  const servers = useServers().data;
  const webtools = useWebtools().data;
  const clients = useClients().data;
  const { reviews, isPutOff, isPending, failed } = usePendingReviews();
  const definitions = useMemo(
    (): Entry[] => (reviews.length > 0 ? [{ kind: 'definitions', id: DEFINITIONS, reviews, isPutOff }] : []),
    [reviews, isPutOff],
  );
  const today = useOverToday();
  const waiting = useMemo((): Entry[] => {
    const needs = [...(servers ?? []).map(serverNeed), ...(webtools ?? []).map(webtoolNeed)];
    return [
      ...(approvals ?? []).map((approval): Entry => ({ kind: 'open', id: approval.id, approval })),
      ...(isPutOff ? [] : definitions),
      ...(clients ?? [])
        .filter(({ status }) => status === 'waiting')
        .map((client): Entry => ({ kind: 'client', id: clientEntryId(client.id), client })),
      ...needs.flatMap((need): Entry[] => (need === null ? [] : [{ kind: 'need', id: need.id, need }])),
    ];
  }, [approvals, servers, webtools, clients, definitions, isPutOff]);
  const over = useMemo(
    () => today.map((record): Entry => ({ kind: 'over', id: record.approvalId, record })),
    [today],
  );
  return { waiting, later: isPutOff ? definitions : NONE, isPending, over, failed };
}

/** What is over since midnight, newest first, without what was declined unseen. */
function useOverToday(): readonly ApprovalRecordHead[] {
  const since = useToday();
  const filter = useMemo(
    (): ApprovalRecordFilter => ({
      ...ALL_RECORDS,
      endings: ['accepted', 'declined', 'cancelled', 'moot'],
      since,
    }),
    [since],
  );
  const records = useApprovalRecords(filter);
  return useMemo(() => records.data?.pages.flat() ?? [], [records.data]);
}
