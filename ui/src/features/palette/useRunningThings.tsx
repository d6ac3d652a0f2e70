import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { call } from '../../api/client';
import type { SourceId } from '../../api/generated/contract';
import { useServers } from '../../api/queries';
import { useWebtools } from '../../api/webtools';
import { useRunning } from '../../entities/task/useRunning';
import type { Running } from '../../entities/task/useRunning';
import { formatMoment } from '../../lib/format';
import { notifyError } from '../../lib/notify';
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
  const running = useRunning();
  return useMemo(() => {
    const known = new Set<SourceId>([...(servers ?? []), ...(webtools ?? [])].map(({ id }) => id));
    // The page of the tool lists its calls; that of a client's call, or of a server that is gone, stands in Activity.
    return running.flatMap((one) =>
      ofRunning(one, () => {
        if (one.client !== null || !known.has(one.serverId)) void navigate({ to: '/activity' });
        else void navigate({ to: '/tools', search: { server: one.serverId, item: one.tool } });
      }),
    );
  }, [servers, webtools, running, navigate]);
}

function ofRunning({ callId, tool, startedAt, serverLabel }: Running, open: () => void): Thing[] {
  const detail = `${visibleString(serverLabel)}, ${t('records.tasks.started', { time: formatMoment(startedAt) })}`;
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
