import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type {
  PromptHead,
  ResourceHead,
  Section,
  SourceId,
  TemplateHead,
  ToolHead,
} from '../../api/generated/contract';
import { usePrompts, useResources, useServers, useTemplates, useTools } from '../../api/queries';
import { useWebtools } from '../../api/webtools';
import { EntryIcon } from '../../entities/server/ServerIcon';
import type { IconName } from '../../kit/iconPaths';
import { wantedRun } from '../../lib/panels';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { SETTINGS } from '../../lib/settingsIndex';
import { CommandIcon } from './CommandIcon';
import { useCommands } from './commands';
import { ofServer, ofWebtool } from './serverThings';
import type { Kind, Thing } from './thing';

/** Everything the page knows: commands, servers and what can be done to them, what they offer, and settings. */
export function useThings(): Thing[] {
  const navigate = useNavigate();
  const commands = useCommands();
  const servers = useServers().data;
  const webtools = useWebtools().data;
  const tools = useTools(null).data;
  const resources = useResources(null).data;
  const templates = useTemplates(null).data;
  const prompts = usePrompts(null).data;

  const fixed = useMemo(() => {
    const labels = new Map<SourceId, string>(
      [...(servers ?? []), ...(webtools ?? [])].map(({ id, label }) => [id, label]),
    );
    const open = (
      to: '/tools' | '/resources' | '/prompts',
      server: SourceId,
      item: string,
      template = false,
    ) => void navigate({ to, search: { server, item, ...(template ? { kind: 'template' as const } : {}) } });
    const runWord = t('common.run');
    const entry = (
      kind: Kind,
      head: ToolHead | ResourceHead | TemplateHead | PromptHead,
      item: string,
      fallback: IconName,
      run: () => void,
    ): Thing => ({
      id: `${kind} ${fallback} ${head.serverId} ${item}`,
      kind,
      title: head.title,
      detail: labels.get(head.serverId) ?? '',
      more: head.name === item ? item : `${head.name} ${item}`,
      icon: () => <EntryIcon icon={head.icon} fallback={fallback} />,
      run,
    });
    return [
      ...(servers ?? []).flatMap((server) => ofServer(server, navigate)),
      ...(webtools ?? []).flatMap((webtool) => ofWebtool(webtool, navigate)),
      ...items(tools).map((head) => {
        const show = (): void => open('/tools', head.serverId, head.name);
        const found = entry('tool', head, head.name, 'tool', show);
        const id = `run ${head.serverId} ${head.name}`;
        const action = { id, make: () => runOf(id, head, found.detail, show) };
        return { ...found, more: `${found.more} ${runWord}`, action };
      }),
      ...items(resources).map((head) =>
        entry('resource', head, head.uri, 'file', () => open('/resources', head.serverId, head.uri)),
      ),
      ...items(templates).map((head) =>
        entry('resource', head, head.uriTemplate, 'template', () =>
          open('/resources', head.serverId, head.uriTemplate, true),
        ),
      ),
      ...items(prompts).map((head) =>
        entry('prompt', head, head.name, 'prompt', () => open('/prompts', head.serverId, head.name)),
      ),
    ];
  }, [servers, webtools, tools, resources, templates, prompts, navigate]);
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
const runOf = (id: string, { serverId, name, title }: ToolHead, detail: string, show: () => void): Thing => ({
  id,
  kind: 'action',
  title: t('palette.action.run', { tool: visibleString(title) }),
  detail,
  more: '',
  icon: () => <CommandIcon name="run" />,
  run: () => {
    wantedRun.set({ serverId, tool: name });
    show();
  },
});
