import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { call } from '../../api/client';
import type { RunningTask } from '../../api/generated/contract';
import { runningCalls } from '../../api/live';
import type { RunningCall } from '../../api/live';
import { useAnswer, useServers } from '../../api/queries';
import { useWebtools } from '../../api/webtools';
import { formatMoment } from '../../lib/format';
import { notifyError } from '../../lib/notify';
import { useStore } from '../../lib/store';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { CommandIcon } from './CommandIcon';
import { action } from './serverThings';
import type { Thing } from './thing';

/** Calls that have not ended: those of this page, and those that continue as tasks. Each is opened or cancelled. */
export function useRunningThings(): readonly Thing[] {
  const navigate = useNavigate();
  const servers = useServers().data;
  const webtools = useWebtools().data;
  const tasks = useAnswer('task.list', {}).data;
  const begun = useStore(runningCalls);
  return useMemo(() => {
    const labels = new Map([...(servers ?? []), ...(webtools ?? [])].map(({ id, label }) => [id, label]));
    const toTool = ({ serverId, tool }: RunningCall): void =>
      void navigate({ to: '/tools', search: { server: serverId, item: tool } });
    // The page of the tool lists its tasks; that of a client's call, or of a server that is gone, stands in Activity.
    const toTask = (task: RunningTask): void =>
      task.client === null && labels.has(task.serverId) ? toTool(task) : void navigate({ to: '/activity' });
    return [
      ...[...begun.values()].flatMap((one) =>
        ofRunning(one, labels.get(one.serverId) ?? '', () => toTool(one)),
      ),
      ...(tasks ?? [])
        .filter(({ callId }) => !begun.has(callId))
        .flatMap((task) => ofRunning(task, task.serverLabel, () => toTask(task))),
    ];
  }, [servers, webtools, tasks, begun, navigate]);
}

function ofRunning({ callId, tool, startedAt }: RunningCall, label: string, open: () => void): Thing[] {
  const detail = `${visibleString(label)}, ${t('records.tasks.started', { time: formatMoment(startedAt) })}`;
  return [
    {
      id: `running ${callId}`,
      kind: 'running',
      title: tool,
      detail,
      more: t('palette.kind.running'),
      icon: () => <CommandIcon name="tool" />,
      run: open,
    },
    {
      ...action(`cancel ${callId}`, t('palette.action.cancel', { tool: visibleString(tool) }), 'stop', () => {
        call('tool.cancel', { callId }).catch(notifyError);
      }),
      detail,
    },
  ];
}
