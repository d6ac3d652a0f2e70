import { Button, TextLink } from '../../kit/controls';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import type { Approval, CallProgress, RunningTask } from '../../api/generated/contract';
import { useProgress } from '../../api/live';
import { useAnswer, useApprovals, useServers } from '../../api/queries';
import { Spinner } from '../../kit/Icon';
import { Note } from '../../kit/Note';
import { taskState, taskTimes } from '../../entities/task/words';
import { VisibleText } from '../../kit/VisibleText';
import { approvalOf, approvalSentence } from '../../lib/approvals';
import { formatDuration, formatNumber } from '../../lib/format';
import { shownCall } from '../../lib/panels';
import { CallConfirmation } from './CallConfirmation';
import { cancelRun, elapsedMs, type Run } from './runs';
import { useNow } from '../../lib/now';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import { Announced } from '../../kit/Announced';
import layout from '../../styles/layout.module.css';
import styles from './tools.module.css';

/** A call that has not ended: how far it is, how long it has been, and the way to stop it. */
export function RunningCall({ run, serverLabel }: { run: Run; serverLabel: string }): ReactNode {
  const { callId } = run;
  useEffect(() => {
    shownCall.set(callId);
    return () => shownCall.set((shown) => (shown === callId ? null : shown));
  }, [callId]);
  const progress = useProgress(callId);
  const { data: approvals = [] } = useApprovals();
  const approval = approvalOf(approvals, callId);
  const { data: tasks = [] } = useAnswer('task.list', {});
  const task = tasks.find((each) => each.callId === callId);
  const call = approval?.request.kind === 'call' ? approval.request.call : null;
  const cancelling = run.state.kind === 'running' && run.state.cancelling;
  if (approval !== undefined && call !== null)
    return <CallConfirmation key={approval.id} approval={approval} call={call} />;
  return (
    <section className={styles.running} aria-label={t('common.result')}>
      <div className={styles['running-head']}>
        <Spinner size={12} />
        <Announced as="span" className={layout.b}>
          {t(cancelling ? 'tools.running.cancelling' : 'tools.running.running')}
        </Announced>
        <span className={cx(layout.t2, layout.cut, layout.grow)}>
          {progress !== undefined && <Words progress={progress} />}
        </span>
        <Elapsed run={run} />
        <Button
          size="xs"
          disabled={cancelling}
          aria-keyshortcuts="Escape"
          onClick={() => void cancelRun(run)}
        >
          {t('common.cancel')}
        </Button>
      </div>
      <Meter progress={progress} />
      {task !== undefined && <AsTaskNow task={task} />}
      {approval !== undefined && <WaitsForYou approval={approval} run={run} serverLabel={serverLabel} />}
    </section>
  );
}

/** What is known of a call that goes on by itself. */
function AsTaskNow({ task }: { task: RunningTask }): ReactNode {
  const { data: servers = [] } = useServers();
  const server = servers.find(({ id }) => id === task.serverId);
  return (
    <div className={styles['running-task']}>
      <Announced as="span" className={layout.wrap}>
        {t('tools.task.state', { state: taskState(task, server?.state.kind === 'running').word })}
        {task.message !== null && (
          <>
            {' · '}
            <VisibleText text={task.message} />
          </>
        )}
      </Announced>
      <span className={cx(layout.fs11, layout.t3)}>
        {t('tools.task.background', { times: taskTimes(task) })}
      </span>
    </div>
  );
}

function Words({ progress: { progress, total, message } }: { progress: CallProgress }): ReactNode {
  const amount =
    total === null
      ? formatNumber(progress)
      : t('tools.running.amount', { progress: formatNumber(progress), total: formatNumber(total) });
  return message === null ? amount : <VisibleText text={t('tools.running.message', { message, amount })} />;
}

function Meter({ progress }: { progress: CallProgress | undefined }): ReactNode {
  const share = progress === undefined ? null : shareDone(progress);
  return (
    <div
      className={styles.meter}
      role="progressbar"
      aria-label={t('tools.running.progress')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === null ? undefined : Math.round(share * 100)}
      data-unknown={share === null || undefined}
    >
      <i style={{ width: share === null ? undefined : `${share * 100}%` }} />
    </div>
  );
}

/** From 0 to 1, whatever the server claims; `null` where it says nothing that makes sense. */
function shareDone({ progress, total }: CallProgress): number | null {
  if (total === null || !(total > 0)) return null;
  const share = progress / total;
  return Number.isNaN(share) ? null : Math.min(1, Math.max(0, share));
}

function Elapsed({ run }: { run: Run }): ReactNode {
  return <span className={cx(layout.t3, layout.num)}>{formatSeconds(elapsedMs(run, useNow(100)))}</span>;
}

function formatSeconds(ms: number): string {
  if (ms >= 60_000) return formatDuration(ms);
  const value = formatNumber(ms / 1_000, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return t('common.unit.seconds', { value });
}

function WaitsForYou({
  approval,
  run,
  serverLabel,
}: {
  approval: Approval;
  run: Run;
  serverLabel: string;
}): ReactNode {
  const stoppedAt = formatSeconds(elapsedMs(run, run.pausedAt ?? approval.openedAt));
  return (
    <Note
      tone="lamp"
      icon="pause"
      role="status"
      actions={
        <TextLink to="/approvals" search={{ item: approval.id }}>
          {t('common.answer')}
        </TextLink>
      }
    >
      <span className={layout.b}>{t('tools.running.waiting')}</span>{' '}
      {t(approval.cause === null ? 'tools.running.perhapsPaused' : 'tools.running.paused', {
        server: serverLabel,
        request: approvalSentence(approval),
        time: stoppedAt,
      })}
    </Note>
  );
}
