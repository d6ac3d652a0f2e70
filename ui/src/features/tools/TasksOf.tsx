import type { ReactNode } from 'react';
import type { CallId, ToolDetail } from '../../api/generated/contract';
import { useAnswer } from '../../api/queries';
import { RunningTasks } from '../../entities/task/RunningTasks';
import { useRun } from './runs';

/** The tasks of a tool, except the one its result pane follows anyway. */
export function TasksOf({ tool, shown }: { tool: ToolDetail; shown: CallId | null }): ReactNode {
  const { data: tasks = [] } = useAnswer('task.list', {});
  const run = useRun(shown);
  const { serverId, name } = tool.head;
  const others = tasks.filter(
    (task) => task.serverId === serverId && task.tool === name && task.callId !== run?.callId,
  );
  return <RunningTasks tasks={others} shows="time" />;
}
