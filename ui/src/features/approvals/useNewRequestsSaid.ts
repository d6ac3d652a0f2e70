import { useMemo } from 'react';
import { useApprovals } from '../../api/queries';
import { clientEntryId, useWaitingClients } from '../../api/waiting';
import { newClientTitle } from '../../entities/client/words';
import { useArrivals } from '../../kit/useArrivals';
import { announce } from '../../lib/announce';
import { approvalHeading } from '../../lib/approvals';

/** Says each request and each new client that arrives while Approvals is shown. Elsewhere the line above the view says it. */
export function useNewRequestsSaid(): void {
  const approvals = useApprovals().data;
  const clients = useWaitingClients();
  const said = useMemo(() => {
    if (approvals === undefined || clients === undefined) return undefined;
    return [
      ...approvals.map((approval) => ({ id: approval.id as string, text: approvalHeading(approval) })),
      ...clients.map((client) => ({ id: clientEntryId(client.id), text: newClientTitle(client) })),
    ];
  }, [approvals, clients]);
  useArrivals(
    said,
    ({ id }) => id,
    ({ text }) => announce(text),
  );
}
