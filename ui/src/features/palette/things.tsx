import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type {
  CatalogKind,
  PromptHead,
  ResourceHead,
  Section,
  SourceId,
  TemplateHead,
  ToolHead,
} from '../../api/generated/contract';
import { useClients } from '../../api/clients';
import { usePrompts, useServers, useTemplates, useTools } from '../../api/queries';
import { useResources } from '../../api/resources';
import { useWebtools } from '../../api/webtools';
import { wantedRun } from '../../lib/panels';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { SETTINGS } from '../../lib/settingsIndex';
import { CommandIcon } from './CommandIcon';
import { useCommands } from './commands';
import { ofClient } from './clientThings';
import { ofServer, ofWebtool } from './serverThings';
import type { Thing } from './thing';
import { ofEntry } from './useRecents';

/** Everything the page knows: commands, servers and what can be done to them, what they offer, and settings. */
export function useThings(): Thing[] {
  const navigate = useNavigate();
  const commands = useCommands();
  const servers = useServers().data;
  const webtools = useWebtools().data;
  const clients = useClients().data;
  const tools = useTools(null).data;
  const resources = useResources(null).data;
  const templates = useTemplates(null).data;
  const prompts = usePrompts(null).data;

  const fixed = useMemo(() => {
    const labels = new Map<SourceId, string>(
      [...(servers ?? []), ...(webtools ?? [])].map(({ id, label }) => [id, label]),
    );
    const runWord = t('common.run');
    const entry = (
      list: CatalogKind,
      { serverId, title, name, icon }: ToolHead | ResourceHead | TemplateHead | PromptHead,
      key: string,
    ): Thing =>
      ofEntry({ list, serverId, key, title }, labels.get(serverId) ?? '', navigate, {
        more: name === key ? key : `${name} ${key}`,
        icon,
      });
    return [
      ...(servers ?? []).flatMap((server) => ofServer(server, navigate)),
      ...(webtools ?? []).flatMap((webtool) => ofWebtool(webtool, navigate)),
      ...(clients ?? []).flatMap((client) => ofClient(client, navigate)),
      ...items(tools).map((head): Thing => {
        const found = entry('tools', head, head.name);
        const id = `run ${head.serverId} ${head.name}`;
        const action = { id, make: () => runOf(id, head, found) };
        return { ...found, more: `${found.more} ${runWord}`, action };
      }),
      ...items(resources).map((head) => entry('resources', head, head.uri)),
      ...items(templates).map((head) => entry('templates', head, head.uriTemplate)),
      ...items(prompts).map((head) => entry('prompts', head, head.name)),
    ];
  }, [servers, webtools, clients, tools, resources, templates, prompts, navigate]);
  return useMemo(
    () => [
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
      ...fixed,
    ],
    [commands, fixed, navigate],
  );
}

function items<T>(sections: readonly Section<T, SourceId>[] | undefined): T[] {
  return (sections ?? []).flatMap((section) => section.items);
}

/** Runs a tool on its page, with the arguments that stand there. */
const runOf = (id: string, { serverId, name, title }: ToolHead, page: Thing): Thing => ({
  id,
  kind: 'action',
  title: t('palette.action.run', { tool: visibleString(title) }),
  detail: page.detail,
  more: '',
  icon: () => <CommandIcon name="run" />,
  run: () => {
    wantedRun.set({ serverId, tool: name });
    page.run();
  },
});
