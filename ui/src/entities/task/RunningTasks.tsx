import { Button, TextLink } from '../../kit/controls';
import type { ReactNode } from 'react';
import { useProgress } from '../../api/live';
import { useApprovals, useOperation, useServers } from '../../api/queries';
import { useWebtools } from '../../api/webtools';
import { approvalOf } from '../../lib/approvals';
import { formatMoment } from '../../lib/format';
import { visibleString } from '../../lib/visible';
import { ErrorNotice } from '../message/ErrorNotice';
import { Icon, Spinner } from '../../kit/Icon';
import { VisibleText } from '../../kit/VisibleText';
import type { Running } from './useRunning';
import { taskState, taskTimes } from './words';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import { Announced } from '../../kit/Announced';
import layout from '../../styles/layout.module.css';
import styles from './running-tasks.module.css';

interface RunningTasksProps {
  tasks: readonly Running[];
  /** By what a task is told from the others. */
  shows: 'tool' | 'time';
}

/** Calls that have not ended: how far each is, and the way to stop it. Nothing, if there are none. */
export function RunningTasks({ tasks, shows }: RunningTasksProps): ReactNode {
  if (tasks.length === 0) return null;
  return (
    <ul className={styles.tasks} aria-label={t('records.tasks.list')}>
      {tasks.map((task) => (
        <TaskRow key={task.callId} task={task} shows={shows} />
      ))}
    </ul>
  );
}

/** Whose tool it is, unless that is known, and which client called it. */
function placeOf({ serverLabel, client }: Running, shows: RunningTasksProps['shows']): string {
  if (client === null) return shows === 'tool' ? serverLabel : '';
  const name = visibleString(client);
  return shows === 'tool' ? t('activity.call.byClient', { server: serverLabel, client: name }) : name;
}

function TaskRow({ task, shows }: { task: Running; shows: RunningTasksProps['shows'] }): ReactNode {
  const { data: servers = [] } = useServers();
  const { data: approvals = [] } = useApprovals();
  const cancel = useOperation('tool.cancel');
  const approval = approvalOf(approvals, task.callId);
  const server = servers.find(({ id }) => id === task.serverId);
  const isWebtool = useWebtools().data?.some(({ id }) => id === task.serverId) ?? false;
  const state = taskState(task, isWebtool || server?.state.kind === 'running');
  const message = useProgress(task.callId)?.message ?? task.message;
  const since = formatMoment(task.startedAt);
  return (
    <li className={styles.task}>
      <span className={styles['task-icon']}>
        {state.waits ? <Icon name="pause" size={14} /> : <Spinner size={12} />}
      </span>
      <div className={cx(layout.grow, styles.col, layout.col)}>
        <span className={layout.cut}>
          <span className={layout.b}>
            {shows === 'tool' ? (
              <VisibleText text={task.tool} />
            ) : (
              t('records.tasks.started', { time: since })
            )}
          </span>
          <span className={layout.t3}> {placeOf(task, shows)}</span>
        </span>
        <Announced as="span" className={cx(layout.fs11, layout.t2, layout.wrap)}>
          {state.word}
          {message !== null && (
            <>
              {' · '}
              <VisibleText text={message} />
            </>
          )}
        </Announced>
        <span className={cx(layout.fs11, layout.t3)}>{taskTimes(task)}</span>
        {cancel.isError && <ErrorNotice error={cancel.error} />}
      </div>
      {approval !== undefined && (
        <TextLink to="/approvals" search={{ item: approval.id }}>
          {t('common.answer')}
        </TextLink>
      )}
      <Button
        size="xs"
        disabled={cancel.isPending}
        aria-label={t('records.tasks.cancel', { tool: visibleString(task.tool), time: since })}
        onClick={() => cancel.mutate({ callId: task.callId })}
      >
        {t('common.cancel')}
      </Button>
    </li>
  );
}
