import { Spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Section, SourceId, ThemedIcon } from '../../api/generated/contract';
import { usePrompts, useResources, useServers, useTemplates, useTools } from '../../api/queries';
import { useWebtools } from '../../api/webtools';
import { Icon } from '../../kit/Icon';
import type { IconName } from '../../kit/iconPaths';
import { EntryIcon, ServerIcon } from '../../entities/server/ServerIcon';
import { VisibleText } from '../../kit/VisibleText';
import { WebtoolIcon } from '../../entities/webtool/WebtoolMark';
import { originText } from '../../lib/format';
import { matches } from '../../lib/search';
import { t } from '../../words/translate';
import { useCommands } from './commands';

/** How many of one kind are shown; more words narrow them. */
const SHOWN = 8;

interface Found {
  id: string;
  title: ReactNode;
  detail: ReactNode;
  icon: ReactNode;
  run: () => void;
}

/** What the palette finds for a query, by kind. */
export function PaletteResults({ query }: { query: string }): ReactNode {
  const groups = useGroups(query);
  const empty = groups.every((group) => group.found.length === 0);
  return (
    <Spotlight.ActionsList>
      {groups
        .filter((group) => group.found.length > 0)
        .map((group) => (
          <Spotlight.ActionsGroup key={group.label} label={group.label}>
            {group.found.slice(0, SHOWN).map((found) => (
              <Spotlight.Action key={found.id} onClick={found.run} className="palette-item">
                {found.icon}
                <span className="cut">{found.title}</span>
                <span className="end fs12 t3 cut palette-detail">{found.detail}</span>
              </Spotlight.Action>
            ))}
          </Spotlight.ActionsGroup>
        ))}
      {empty && <Spotlight.Empty>{t('palette.empty', { query })}</Spotlight.Empty>}
    </Spotlight.ActionsList>
  );
}

type ListPath = '/tools' | '/resources' | '/prompts';

interface Entry {
  serverId: SourceId;
  name: string;
  title: string;
  description: string | null;
  icon: ThemedIcon | null;
}

function useGroups(query: string): { label: string; found: Found[] }[] {
  const navigate = useNavigate();
  const commands = useCommands();
  const { data: servers = [] } = useServers();
  const { data: webtools = [] } = useWebtools();
  const labels = new Map<SourceId, string>([
    ...servers.map(({ id, label }) => [id, label] as const),
    ...webtools.map(({ id, label }) => [id, label] as const),
  ]);
  const tools = useTools(null).data;
  const resources = useResources(null).data;
  const templates = useTemplates(null).data;
  const prompts = usePrompts(null).data;

  function entries<T extends Entry>(
    sections: readonly Section<T, SourceId>[] | undefined,
    to: ListPath,
    fallback: IconName,
    itemOf: (entry: T) => string,
    kind?: 'template',
  ): Found[] {
    return (sections ?? [])
      .flatMap((section) => section.items)
      .filter((entry) => matches(query, entry.title, entry.name, itemOf(entry), labels.get(entry.serverId)))
      .map((entry) => ({
        id: `${to}${kind ?? ''}${entry.serverId}${itemOf(entry)}`,
        title: <VisibleText text={entry.title} />,
        detail: <VisibleText text={labels.get(entry.serverId) ?? ''} />,
        icon: <EntryIcon icon={entry.icon} fallback={fallback} />,
        run: () =>
          void navigate({
            to,
            search: { server: entry.serverId, item: itemOf(entry), ...(kind === undefined ? {} : { kind }) },
          }),
      }));
  }

  const groups = [
    {
      label: t('palette.commands'),
      found: commands
        .filter((command) => matches(query, command.title))
        .map((command) => ({
          ...command,
          id: command.title,
          detail: command.keys,
          icon: <CommandIcon name={command.icon} />,
        })),
    },
    {
      label: t('common.servers'),
      found: [
        ...servers
          .filter((server) => matches(query, server.label, originText(server.origin)))
          .map((server) => ({
            id: server.id,
            title: <VisibleText text={server.label} />,
            detail: <VisibleText text={originText(server.origin)} />,
            icon: <ServerIcon icon={server.icon} />,
            run: () => void navigate({ to: '/servers', search: { server: server.id } }),
          })),
        ...webtools
          .filter(({ label, base }) => matches(query, label, base))
          .map(({ id, label, base }) => ({
            id,
            title: <VisibleText text={label} />,
            detail: <VisibleText text={base} />,
            icon: <WebtoolIcon />,
            run: () => void navigate({ to: '/servers', search: { server: id } }),
          })),
      ],
    },
    { label: t('common.tools'), found: entries(tools, '/tools', 'tool', (tool) => tool.name) },
    {
      label: t('common.resources'),
      found: [
        ...entries(resources, '/resources', 'file', (resource) => resource.uri),
        ...entries(templates, '/resources', 'template', (template) => template.uriTemplate, 'template'),
      ],
    },
    { label: t('common.prompts'), found: entries(prompts, '/prompts', 'prompt', (prompt) => prompt.name) },
  ];
  // Commands are what an empty field offers; once something is typed, things come first.
  return query.trim() === '' ? groups : [...groups.slice(1), ...groups.slice(0, 1)];
}

function CommandIcon({ name }: { name: IconName }): ReactNode {
  return (
    <span className="entry-icon">
      <Icon name={name} />
    </span>
  );
}
