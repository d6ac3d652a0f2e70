import { Button } from '../../kit/controls';
import { useNavigate, type HistoryState } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import type { HistoryEntry, HistoryId, JsonValue } from '../../api/generated/contract';
import { useHistoryEntry, useServers, useTool } from '../../api/queries';
import { useWebtools } from '../../api/webtools';
import { EarlierApp } from '../../entities/app/EarlierApp';
import { ClientLink } from '../../entities/client/ClientLink';
import { AddressLine } from '../../entities/content/AddressLine';
import { CallResult } from '../../entities/result/CallResult';
import { DetailHeader } from '../../kit/DetailHeader';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Icon } from '../../kit/Icon';
import { StoredJson } from '../../entities/content/StoredJson';
import { EntryIcon } from '../../entities/server/ServerIcon';
import { ServerLink } from '../../entities/server/ServerLink';
import { Skeleton } from '../../kit/Skeleton';
import { formatMoment } from '../../lib/format';
import { pointWire } from '../../lib/panels';
import { t } from '../../words/translate';
import { ServerName } from '../../entities/server/ServerName';
import { visibleString } from '../../lib/visible';
import { CallTimes } from './CallTimes';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './activity.module.css';

/** One finished call: what was sent, and what came of it. */
export function CallDetail({ id }: { id: HistoryId }): ReactNode {
  const entry = useHistoryEntry(id);
  if (entry.isPending) return <Skeleton rows={5} />;
  if (entry.isError) {
    return <ErrorNotice shape="pane" error={entry.error} onRetry={() => void entry.refetch()} />;
  }
  return <Entry entry={entry.data} />;
}

function Entry({ entry }: { entry: HistoryEntry }): ReactNode {
  const { row, outcome, times, clientLeg } = entry;
  const navigate = useNavigate();
  const { client } = row;
  const server = useServers().data?.find((each) => each.id === row.serverId);
  const webtool = useWebtools().data?.find(({ id }) => id === row.serverId);
  const tool = useTool(row.serverId, row.tool, server !== undefined).data;
  const hasApp = server !== undefined && (tool?.head.uiResource ?? null) !== null;
  useEffect(() => {
    pointWire({ serverId: row.serverId, callId: outcome.callId });
  }, [row.serverId, outcome.callId]);
  const openTool = (state: HistoryState): void =>
    void navigate({ to: '/tools', search: { server: row.serverId, item: row.tool }, state });
  return (
    <article className={styles.call} aria-label={visibleString(t('activity.call.label', { tool: row.tool }))}>
      <DetailHeader
        icon={<EntryIcon icon={null} fallback="tool" size={32} />}
        title={row.tool}
        actions={
          (server !== undefined || webtool !== undefined) && (
            <>
              <Button
                size="xs"
                variant="subtle"
                leftSection={<Icon name="tool" size={14} />}
                onClick={() => openTool({ earlier: row.id })}
              >
                {t('activity.call.openTool')}
              </Button>
              <Button
                size="xs"
                leftSection={<Icon name="run" size={14} />}
                onClick={() => openTool({ rerun: JSON.stringify(row.arguments) })}
              >
                {t('activity.call.runAgain')}
              </Button>
            </>
          )
        }
      >
        {client !== null && (
          <span>{t.rich('activity.call.calledBy', { client: () => <ClientLink name={client} /> })}</span>
        )}
        {server !== undefined && <AddressLine server={server} />}
        {webtool !== undefined && (
          <>
            <ServerLink id={webtool.id} label={webtool.label} />
            <span className={cx(layout.t3, layout.cut)}>{webtool.base}</span>
          </>
        )}
        {server === undefined && webtool === undefined && (
          <span>
            {t.rich('activity.call.removedServer', {
              server: () => <ServerName label={row.serverLabel} />,
            })}
          </span>
        )}
      </DetailHeader>
      <div className={cx(styles['call-parts'], layout.scrolls)}>
        <Leg title={t('activity.call.arguments')} value={row.arguments} />
        <CallResult
          outcome={outcome}
          serverId={row.serverId}
          tool={row.tool}
          serverLabel={row.serverLabel}
          app={hasApp ? <EarlierApp key={outcome.callId} entry={entry} serverLabel={server.label} /> : null}
          first="content"
          when={<span className={cx(layout.fs12, layout.t3)}>{formatMoment(row.startedAt)}</span>}
        />
        {times !== null && <CallTimes times={times} />}
        {clientLeg !== null && (
          <>
            <Leg title={t('activity.call.clientRequest')} value={clientLeg.request} />
            <Leg title={t('activity.call.clientAnswer')} value={clientLeg.answer} />
          </>
        )}
      </div>
    </article>
  );
}

/** What was sent in one direction. */
function Leg({ title, value }: { title: string; value: JsonValue }): ReactNode {
  return (
    <section aria-label={title}>
      <h3 className={layout.label}>{title}</h3>
      <StoredJson label={title} value={value} />
    </section>
  );
}
