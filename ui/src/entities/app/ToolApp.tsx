import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { stoppedApps, usePreparedApp } from '../../api/apps';
import type { CallId, CallOutcome, JsonValue, PreparedApp, ServerId } from '../../api/generated/contract';
import { isStopped } from '../../api/pins';
import { useAnswer, useOperation } from '../../api/queries';
import { Button } from '../../kit/controls';
import { EmptyState } from '../../kit/EmptyState';
import { Note } from '../../kit/Note';
import { Skeleton } from '../../kit/Skeleton';
import { useStore } from '../../lib/store';
import { visibleString } from '../../lib/visible';
import { messageText } from '../../words/message';
import { t } from '../../words/translate';
import { ErrorNotice } from '../message/ErrorNotice';
import { AcceptButton } from '../review/AcceptButton';
import { HostList } from './HostList';
import { RunningApp } from './RunningApp';
import styles from './app.module.css';

interface ToolAppProps {
  serverId: ServerId;
  serverLabel: string;
  tool: string;
  arguments: JsonValue;
  outcome: CallOutcome;
}

/** The app that draws the result of a call: asked about the first time, blocked once it changed, else shown. */
export function ToolApp(props: ToolAppProps): ReactNode {
  const { serverId, serverLabel, tool, outcome } = props;
  const apps = useAnswer('mcpApp.list', {}).data;
  const running = apps?.find(({ callId }) => callId === outcome.callId);
  const why = useStore(stoppedApps).get(outcome.callId);
  const stopped = why !== undefined;
  /** The call whose app the person wants in a window of its own. */
  const [apart, setApart] = useState<CallId>();
  const prepared = usePreparedApp(serverId, tool, running === undefined && !stopped);
  const server = visibleString(serverLabel);
  const again = (inWindow?: CallId) => {
    setApart(inWindow);
    forgetStopped(outcome.callId);
  };
  if (running !== undefined) {
    return <RunningApp app={running} serverLabel={serverLabel} inline={prepared.data?.inline ?? true} />;
  }
  if (stopped) {
    return (
      <EmptyState
        icon="stop"
        title={why === null ? t('apps.stopped', { server }) : messageText(why)}
        actions={
          <>
            <Button size="xs" onClick={() => again()}>
              {t('apps.show')}
            </Button>
            <Button size="xs" onClick={() => again(outcome.callId)}>
              {t('apps.openWindow')}
            </Button>
          </>
        }
      />
    );
  }
  if (prepared.isError) {
    return <ErrorNotice error={prepared.error} onRetry={() => void prepared.refetch()} />;
  }
  if (apps === undefined || prepared.data === undefined || prepared.isFetching) return <Skeleton rows={3} />;
  return (
    <Prepared
      {...props}
      app={prepared.data}
      apart={apart === outcome.callId}
      onAccepted={() => void prepared.refetch()}
    />
  );
}

const forgetStopped = (callId: CallId): void =>
  stoppedApps.set((calls) => new Map([...calls].filter(([call]) => call !== callId)));

interface PreparedProps extends ToolAppProps {
  app: PreparedApp;
  /** Whether it is wanted in a window of its own. */
  apart: boolean;
  onAccepted: () => void;
}

/** A page that was read and is not drawn yet. */
function Prepared({ app, apart, onAccepted, ...call }: PreparedProps): ReactNode {
  const navigate = useNavigate();
  const { review } = app;
  const server = visibleString(call.serverLabel);
  if (review.state.kind === 'unchanged') return <Opening app={app} apart={apart} {...call} />;
  if (isStopped(review.state.kind) || review.keptOld) {
    const item = `${review.kind}:${review.name}`;
    return (
      <Note
        tone="lamp"
        icon="pause"
        role="status"
        actions={
          <Button
            size="xs"
            onClick={() => void navigate({ to: '/approvals', search: { server: call.serverId, item } })}
          >
            {t('common.reviewChange')}
          </Button>
        }
      >
        {t('apps.changed', { server })}
      </Note>
    );
  }
  return (
    <section className={styles.first} aria-label={t('apps.first', { server })}>
      <h4>{t('apps.first', { server })}</h4>
      <p>{t('apps.firstHelp', { server })}</p>
      <HostList app={app} />
      <div>
        <AcceptButton
          variant="filled"
          of={[{ serverId: call.serverId, items: [review] }]}
          onDone={onAccepted}
        >
          {t('apps.show')}
        </AcceptButton>
      </div>
    </section>
  );
}

/** Opens the app at once where it can be drawn in this window; a window of its own opens only when asked for. */
function Opening({ app, apart, ...call }: Omit<PreparedProps, 'onAccepted'>): ReactNode {
  const open = useOperation('mcpApp.open');
  const { mutate } = open;
  const { ending, callId } = call.outcome;
  const start = (kind: 'hidden' | 'ownWindow') =>
    mutate({
      serverId: call.serverId,
      tool: call.tool,
      callId,
      arguments: call.arguments,
      result: ending.kind === 'result' ? ending.raw : null,
      place: { kind },
    });
  const { inline } = app;
  const atOnce = apart ? 'ownWindow' : 'hidden';
  const opensAtOnce = inline || apart;
  useEffect(() => {
    if (opensAtOnce) start(atOnce);
    // Once for each call: what else changes is no reason to open it again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [opensAtOnce, callId]);
  if (open.isError) return <ErrorNotice error={open.error} onRetry={() => start(atOnce)} />;
  if (opensAtOnce) return <Skeleton rows={3} />;
  return (
    <div>
      <Button size="xs" loading={open.isPending} onClick={() => start('ownWindow')}>
        {t('apps.openWindow')}
      </Button>
    </div>
  );
}
