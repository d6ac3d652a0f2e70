import { Button } from '../../kit/controls';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ApprovalLimits } from '../../api/generated/contract';
import { useAnswer, useServers } from '../../api/queries';
import { MuteButton } from '../../entities/server/MuteButton';
import { Note } from '../../kit/Note';
import { VisibleText } from '../../kit/VisibleText';
import { formatMoment, formatNumber } from '../../lib/format';
import { messageText } from '../../words/message';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './approvals.module.css';

/** Servers of which requests were declined automatically, or which are muted: how many, and why. */
export function LimitsNotice(): ReactNode {
  const limits = useAnswer('approval.limits', {}).data ?? [];
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
              {t('approvals.limits.show')}
            </Button>
          )}
          <MuteButton serverId={limits.serverId} muted={limits.muted} />
        </>
      }
    >
      <span className={layout.b}>{label}</span> {limits.muted && `${t('approvals.limits.muted')} `}
      {(!limits.muted || limits.refused > 0) &&
        t('approvals.limits.declined', { count: formatNumber(limits.refused) })}
      {last !== undefined && (
        <span className={layout.t3}>{t('approvals.limits.last', { time: formatMoment(last.at) })}</span>
      )}
      {why.map((reason) => (
        <span key={reason} className={cx(styles['limits-why'], layout.t2, layout.fs12)}>
          <VisibleText text={reason} />
        </span>
      ))}
    </Note>
  );
}

/** Why the last of them were declined, each reason once. */
function reasonsOf({ last }: ApprovalLimits): string[] {
  return [...new Set(last.map(({ reason }) => messageText(reason)))];
}
