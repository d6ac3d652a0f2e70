import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useClients } from '../../api/clients';
import { useServers } from '../../api/queries';
import { useWebtools } from '../../api/webtools';
import { t } from '../../words/translate';
import { SETTINGS } from '../../lib/settingsIndex';
import { CommandIcon } from './CommandIcon';
import { useCommands } from './commands';
import { ofClient } from './clientThings';
import { ofServer, ofWebtool } from './serverThings';
import type { Thing } from './thing';
import { useRunningThings } from './useRunningThings';
import { useWaitingThings } from './useWaitingThings';

/**
 * What the page knows beside what servers offer: what waits, what runs, commands, servers and what can be done to them,
 * clients, and settings.
 */
export function useThings(): readonly Thing[] {
  const navigate = useNavigate();
  const commands = useCommands();
  const servers = useServers().data;
  const webtools = useWebtools().data;
  const clients = useClients().data;
  const waiting = useWaitingThings();
  const running = useRunningThings();
  return useMemo(
    () => [
      ...waiting,
      ...running,
      ...commands.map(({ title, icon, keys, run }): Thing => ({
        id: `command ${title}`,
        kind: 'command',
        title,
        detail: keys,
        more: '',
        icon: () => <CommandIcon name={icon} />,
        run,
      })),
      ...SETTINGS.map(({ id, label, section }): Thing => ({
        id: `setting ${id}`,
        kind: 'setting',
        title: t(label),
        detail: t(section),
        more: t('common.settings'),
        icon: () => <CommandIcon name="settings" />,
        run: () => void navigate({ to: '/settings', search: { item: id } }),
      })),
      ...(servers ?? []).flatMap((server) => ofServer(server, navigate)),
      ...(webtools ?? []).flatMap((webtool) => ofWebtool(webtool, navigate)),
      ...(clients ?? []).flatMap((client) => ofClient(client, navigate)),
    ],
    [waiting, running, commands, servers, webtools, clients, navigate],
  );
}
