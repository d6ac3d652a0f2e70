import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApprovalLimits } from '../../api/approvalRecords';
import type { ApprovalLimits } from '../../api/generated/contract';
import { useServers } from '../../api/queries';
import { MuteButton } from '../../components/MuteButton';
import { Note } from '../../components/Note';
import { VisibleText } from '../../components/VisibleText';
import { useNavigate } from '@tanstack/react-router';
import { count, formatMoment } from '../../lib/format';
import { sentence } from './words';

/** Servers of which questions were declined without asking, or which are muted: how many, and why. */
export function LimitsNotice(): ReactNode {
  const limits = useApprovalLimits().data ?? [];
  const servers = useServers().data ?? [];
  return limits.map((each) => {
    const server = servers.find(({ id }) => id === each.serverId);
    return server === undefined ? null : <Limited key={each.serverId} limits={each} label={server.label} />;
  });
}

function Limited({ limits, label }: { limits: ApprovalLimits; label: string }): ReactNode {
  const navigate = useNavigate();
  const [last] = limits.last;
  const why = limits.muted ? [] : reasonsOf(limits);
  return (
    <Note
      tone={limits.muted ? 'plain' : 'lamp'}
      icon={limits.muted ? 'bell' : 'warning'}
      role="status"
      actions={
        <>
          {limits.refused > 0 && (
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() =>
                void navigate({ to: '/activity', search: { view: 'approvals', filter: limits.serverId } })
              }
            >
              Show
            </Button>
          )}
          <MuteButton serverId={limits.serverId} muted={limits.muted} />
        </>
      }
    >
      <span className="b">{label}</span>{' '}
      {limits.muted
        ? `is muted${limits.refused > 0 ? `: ${count(limits.refused, 'question')} declined` : ''}`
        : `had ${count(limits.refused, 'question')} declined unseen`}
      {last !== undefined && <span className="t3">, last {formatMoment(last.at)}</span>}
      {why.map((reason) => (
        <span key={reason} className="limits-why t2 fs12">
          <VisibleText text={reason} />
        </span>
      ))}
    </Note>
  );
}

/** Why the last of them were declined, each reason once. */
function reasonsOf({ last }: ApprovalLimits): string[] {
  return [...new Set(last.map(({ reason }) => sentence(reason.replace(/^Declined a question: /u, ''))))];
}
