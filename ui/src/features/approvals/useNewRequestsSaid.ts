import { useEffect, useRef } from 'react';
import type { ApprovalId } from '../../api/generated/contract';
import { useApprovals } from '../../api/queries';
import { announce } from '../../lib/announce';
import { requestName } from '../../lib/approvals';
import { t } from '../../words/translate';

/** Says each request that arrives while Approvals is shown. Elsewhere the line above the view says it. */
export function useNewRequestsSaid(): void {
  const approvals = useApprovals().data;
  const known = useRef<ReadonlySet<ApprovalId> | null>(null);
  useEffect(() => {
    if (approvals === undefined) return;
    const before = known.current;
    known.current = new Set(approvals.map(({ id }) => id));
    if (before === null) return;
    for (const approval of approvals) {
      if (before.has(approval.id)) continue;
      announce(
        t.markup(`approvals.heading.${requestName(approval)}`, { server: () => approval.serverLabel }),
      );
    }
  }, [approvals]);
}
