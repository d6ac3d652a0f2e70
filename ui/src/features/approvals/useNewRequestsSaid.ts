import { useApprovals } from '../../api/queries';
import { useArrivals } from '../../kit/useArrivals';
import { announce } from '../../lib/announce';
import { requestName } from '../../lib/approvals';
import { t } from '../../words/translate';

/** Says each request that arrives while Approvals is shown. Elsewhere the line above the view says it. */
export function useNewRequestsSaid(): void {
  useArrivals(
    useApprovals().data,
    ({ id }) => id,
    (approval) =>
      announce(
        t.markup(`approvals.heading.${requestName(approval)}`, { server: () => approval.serverLabel }),
      ),
  );
}
