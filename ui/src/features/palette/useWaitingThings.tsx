import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { definitionsTitle, usePendingReviews } from '../../api/pins';
import { useApprovals, useServers } from '../../api/queries';
import { DEFINITIONS, needId } from '../../api/waiting';
import { useWebtools } from '../../api/webtools';
import { approvalHeading, calledTool } from '../../lib/approvals';
import { formatList, formatMoment, originText } from '../../lib/format';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { CommandIcon } from './CommandIcon';
import type { Thing } from './thing';

/** What waits in Approvals: requests, definitions, and servers and webtools as a whole. */
export function useWaitingThings(): readonly Thing[] {
  const navigate = useNavigate();
  const approvals = useApprovals().data;
  const servers = useServers().data;
  const webtools = useWebtools().data;
  const { reviews } = usePendingReviews();
  return useMemo(() => {
    const thing = (id: string, title: string, detail: string, more: string): Thing => ({
      id: `waiting ${id}`,
      kind: 'waiting',
      title,
      detail,
      more: `${more} ${t('common.review')}`,
      icon: () => <CommandIcon name="approval" />,
      run: () => void navigate({ to: '/approvals', search: { item: id } }),
    });
    return [
      ...(approvals ?? []).map((approval) =>
        thing(
          approval.id,
          approvalHeading(approval),
          formatMoment(approval.openedAt),
          [
            approval.serverLabel,
            calledTool(approval),
            t('approvals.request.number', { number: approval.number }),
          ].join(' '),
        ),
      ),
      ...(reviews.length === 0
        ? []
        : [
            thing(
              DEFINITIONS,
              definitionsTitle(reviews),
              formatList(reviews.map(({ server }) => server.label)),
              reviews.flatMap(({ items }) => items.map(({ name }) => name)).join(' '),
            ),
          ]),
      ...(servers ?? []).flatMap(({ id, label, origin, need }) =>
        need === null || need === 'changed'
          ? []
          : thing(
              needId(id),
              t.markup(`approvals.need.heading.${need}`, { server: () => label }),
              originText(origin),
              '',
            ),
      ),
      ...(webtools ?? []).flatMap(({ id, label, base, need }) =>
        need === null
          ? []
          : thing(needId(id), t('palette.action.review', { client: visibleString(label) }), base, ''),
      ),
    ];
  }, [approvals, reviews, servers, webtools, navigate]);
}
