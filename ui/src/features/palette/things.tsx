import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { call } from '../../api/client';
import type {
  PromptHead,
  ResourceHead,
  Section,
  ServerSnapshot,
  SourceId,
  TemplateHead,
  ToolHead,
  WebtoolSnapshot,
} from '../../api/generated/contract';
import { usePrompts, useResources, useServers, useTemplates, useTools } from '../../api/queries';
import { useWebtools } from '../../api/webtools';
import { EntryIcon, ServerIcon } from '../../entities/server/ServerIcon';
import { WebtoolIcon } from '../../entities/webtool/WebtoolMark';
import { Icon } from '../../kit/Icon';
import type { IconName } from '../../kit/iconPaths';
import { originText } from '../../lib/format';
import { notifyError } from '../../lib/notify';
import { pointWire, toggleWire } from '../../lib/panels';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { useCommands } from './commands';
import iconsStyles from '../../kit/icons.module.css';

export const KINDS = ['command', 'server', 'action', 'tool', 'resource', 'prompt'] as const;
type Kind = (typeof KINDS)[number];

/** Something the search finds. What is drawn is made for those that are shown. */
export interface Thing {
  /** The same in every search. */
  id: string;
  kind: Kind;
  title: string;
  detail: string;
  /** What else is searched. */
  more: string;
  icon: () => ReactNode;
  run: () => void;
}

/** Everything that can be found: commands, servers and what can be done to them, tools, resources and prompts. */
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
      ...(webtools ?? []).map((webtool) => ofWebtool(webtool, navigate)),
      ...items(tools).map((head) =>
        entry('tool', head, head.name, 'tool', () => open('/tools', head.serverId, head.name)),
      ),
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
      ...fixed,
    ],
    [commands, fixed],
  );
}

type Navigate = ReturnType<typeof useNavigate>;

function items<T>(sections: readonly Section<T, SourceId>[] | undefined): T[] {
  return (sections ?? []).flatMap((section) => section.items);
}

/** A server, and what can be done to it. */
function ofServer(server: ServerSnapshot, navigate: Navigate): Thing[] {
  const { id, label, state } = server;
  const named = { server: visibleString(label) };
  const action = (key: string, title: string, icon: IconName, run: () => void): Thing => ({
    id: `${key} ${id}`,
    kind: 'action',
    title,
    detail: '',
    more: '',
    icon: () => <CommandIcon name={icon} />,
    run,
  });
  const page: Thing = {
    id: `server ${id}`,
    kind: 'server',
    title: label,
    detail: visibleString(originText(server.origin)),
    more: '',
    icon: () => <ServerIcon icon={server.icon} />,
    run: () => void navigate({ to: '/servers', search: { server: id } }),
  };
  const enabled = state.kind !== 'disabled';
  return [
    page,
    ...(enabled
      ? [
          action('restart', t('palette.action.restart', named), 'refresh', () => {
            call('server.restart', { serverId: id }).catch(notifyError);
          }),
          action('disable', t('palette.action.disable', named), 'power', () => {
            call('server.setEnabled', { serverId: id, enabled: false }).catch(notifyError);
          }),
        ]
      : // Enabling may need a review, so it leads to the server's page.
        [action('enable', t('palette.action.enable', named), 'power', page.run)]),
    action('log', t('palette.action.log', named), 'activity', () => {
      pointWire({ serverId: id });
      toggleWire(true);
    }),
    action('configure', t('palette.action.configure', named), 'settings', () => {
      void navigate({ to: '/servers', search: { server: id, tab: 'configuration' } });
    }),
  ];
}

function ofWebtool({ id, label, base }: WebtoolSnapshot, navigate: Navigate): Thing {
  return {
    id: `server ${id}`,
    kind: 'server',
    title: label,
    detail: visibleString(base),
    more: '',
    icon: () => <WebtoolIcon />,
    run: () => void navigate({ to: '/servers', search: { server: id } }),
  };
}

function CommandIcon({ name }: { name: IconName }): ReactNode {
  return (
    <span className={iconsStyles['entry-icon']}>
      <Icon name={name} />
    </span>
  );
}
