import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useChangedPins } from '../../api/pins';
import { useApprovals, useServers } from '../../api/queries';
import { changeId, needId } from '../../api/waiting';
import { useWebtools } from '../../api/webtools';
import { approvalHeading, calledTool } from '../../lib/approvals';
import { formatMoment, originText } from '../../lib/format';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { CommandIcon } from './CommandIcon';
import type { Thing } from './thing';

/** What waits in Approvals: requests, changed definitions, and servers and webtools as a whole. */
export function useWaitingThings(): readonly Thing[] {
  const navigate = useNavigate();
  const approvals = useApprovals().data;
  const servers = useServers().data;
  const webtools = useWebtools().data;
  const { changed } = useChangedPins();
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
      ...changed.map(({ server, item }) => {
        const name = item.kind === 'instructions' ? t('common.instructions') : item.name;
        const title = t('approvals.need.change', { name, server: server.label });
        return thing(changeId(server.id, item), title, originText(server.origin), '');
      }),
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
  }, [approvals, changed, servers, webtools, navigate]);
}
