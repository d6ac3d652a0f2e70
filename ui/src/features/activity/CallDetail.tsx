import { Button } from '../../kit/controls';
import { useNavigate, type HistoryState } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import type { HistoryEntry, HistoryId } from '../../api/generated/contract';
import { useAnswer, useHistoryEntry, useServers } from '../../api/queries';
import { useWebtools } from '../../api/webtools';
import { EarlierApp } from '../../entities/app/EarlierApp';
import { CallResult } from '../../entities/result/CallResult';
import { DetailHeader } from '../../kit/DetailHeader';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Icon } from '../../kit/Icon';
import { EntryIcon } from '../../entities/server/ServerIcon';
import { Skeleton } from '../../kit/Skeleton';
import { formatMoment } from '../../lib/format';
import { pointWire } from '../../lib/panels';
import { t } from '../../words/translate';
import { visibleString } from '../../lib/visible';
import { CallLegs, Leg } from './CallLegs';
import { CallPlace } from './CallPlace';
import { RequestEntry } from './RequestEntry';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './activity.module.css';

/** One recorded request: what was sent, and what came of it. */
export function CallDetail({ id }: { id: HistoryId }): ReactNode {
  const entry = useHistoryEntry(id);
  if (entry.isPending) return <Skeleton rows={5} />;
  if (entry.isError) {
    return <ErrorNotice shape="pane" error={entry.error} onRetry={() => void entry.refetch()} />;
  }
  const { kind } = entry.data.row;
  return kind === 'tool' ? <ToolEntry entry={entry.data} /> : <RequestEntry entry={entry.data} kind={kind} />;
}

function ToolEntry({ entry }: { entry: HistoryEntry }): ReactNode {
  const { row, outcome } = entry;
  const navigate = useNavigate();
  const server = useServers().data?.find((each) => each.id === row.serverId);
  const webtool = useWebtools().data?.find(({ id }) => id === row.serverId);
  const tool = useAnswer('tool.get', server && { serverId: row.serverId, name: row.name }).data;
  const hasApp = server !== undefined && (tool?.head.uiResource ?? null) !== null;
  useEffect(() => {
    pointWire({ serverId: row.serverId, callId: outcome.callId });
  }, [row.serverId, outcome.callId]);
  const openTool = (state: HistoryState): void =>
    void navigate({ to: '/tools', search: { server: row.serverId, item: row.name }, state });
  return (
    <article className={styles.call} aria-label={visibleString(t('activity.call.label', { tool: row.name }))}>
      <DetailHeader
        icon={<EntryIcon icon={null} fallback="tool" size={32} />}
        title={row.name}
        actions={
          (server !== undefined || webtool !== undefined) && (
            <>
              <Button
                size="xs"
                variant="subtle"
                leftSection={<Icon name="tool" size={14} />}
                onClick={() => openTool({ earlier: row.id })}
              >
                {t('common.openTool')}
              </Button>
              <Button
                size="xs"
                leftSection={<Icon name="run" size={14} />}
                onClick={() => openTool({ rerun: JSON.stringify(row.arguments) })}
              >
                {t('common.runAgain')}
              </Button>
            </>
          )
        }
      >
        <CallPlace row={row} server={server} webtool={webtool} />
      </DetailHeader>
      <div className={cx(styles['call-parts'], layout.scrolls)}>
        <Leg title={t('common.arguments')} value={row.arguments} />
        <CallResult
          outcome={outcome}
          serverId={row.serverId}
          tool={row.name}
          serverLabel={row.serverLabel}
          app={hasApp ? <EarlierApp key={outcome.callId} entry={entry} serverLabel={server.label} /> : null}
          first="content"
          when={<span className={cx(layout.fs12, layout.t3)}>{formatMoment(row.startedAt)}</span>}
        />
        <CallLegs entry={entry} />
      </div>
    </article>
  );
}
