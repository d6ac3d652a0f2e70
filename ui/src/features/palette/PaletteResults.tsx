import { Spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import type { ReactNode } from 'react';
import type { ResourceHead, Section, SourceId, TemplateHead, ThemedIcon } from '../../api/generated/contract';
import { usePrompts, useResources, useServers, useTemplates, useTools } from '../../api/queries';
import { useWebtools } from '../../api/webtools';
import { Icon } from '../../kit/Icon';
import type { IconName } from '../../kit/iconPaths';
import { EntryIcon, ServerIcon } from '../../entities/server/ServerIcon';
import { VisibleText } from '../../kit/VisibleText';
import { WebtoolIcon } from '../../entities/webtool/WebtoolMark';
import { originText } from '../../lib/format';
import { finder, haystackOf, matches } from '../../lib/search';
import { t } from '../../words/translate';
import { useCommands } from './commands';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import iconsStyles from '../../kit/icons.module.css';
import styles from './palette.module.css';

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
  const groups = useGroups(useDeferredValue(query));
  const empty = groups.every((group) => group.found.length === 0);
  return (
    <Spotlight.ActionsList>
      {groups
        .filter((group) => group.found.length > 0)
        .map((group) => (
          <Spotlight.ActionsGroup key={group.label} label={group.label}>
            {group.found.slice(0, SHOWN).map((found) => (
              <Spotlight.Action key={found.id} onClick={found.run} className={styles['palette-item']}>
                {found.icon}
                <span className={layout.cut}>{found.title}</span>
                <span
                  className={cx(layout.end, layout.fs12, layout.t3, layout.cut, styles['palette-detail'])}
                >
                  {found.detail}
                </span>
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

/** An entry with what is searched of it. */
interface Indexed<T> {
  entry: T;
  item: string;
  haystack: string;
}

/** The entries of all servers, ready to be searched. */
function useIndex<T extends Entry>(
  sections: readonly Section<T, SourceId>[] | undefined,
  labels: ReadonlyMap<SourceId, string>,
  itemOf: (entry: T) => string,
): Indexed<T>[] {
  return useMemo(
    () =>
      (sections ?? [])
        .flatMap((section) => section.items)
        .map((entry) => ({
          entry,
          item: itemOf(entry),
          haystack: haystackOf([entry.title, entry.name, itemOf(entry), labels.get(entry.serverId)]),
        })),
    [sections, labels, itemOf],
  );
}

const byName = ({ name }: Entry): string => name;
const byUri = ({ uri }: ResourceHead): string => uri;
const byTemplate = ({ uriTemplate }: TemplateHead): string => uriTemplate;

function useGroups(query: string): { label: string; found: Found[] }[] {
  const navigate = useNavigate();
  const commands = useCommands();
  const servers = useServers().data;
  const webtools = useWebtools().data;
  const labels = useMemo(
    () =>
      new Map<SourceId, string>(
        [...(servers ?? []), ...(webtools ?? [])].map(({ id, label }) => [id, label]),
      ),
    [servers, webtools],
  );
  const tools = useIndex(useTools(null).data, labels, byName);
  const resources = useIndex(useResources(null).data, labels, byUri);
  const templates = useIndex(useTemplates(null).data, labels, byTemplate);
  const prompts = useIndex(usePrompts(null).data, labels, byName);

  function entries(
    index: readonly Indexed<Entry>[],
    to: ListPath,
    fallback: IconName,
    kind?: 'template',
  ): Found[] {
    const found = finder(query);
    return first(index, ({ haystack }) => found === null || found(haystack)).map(({ entry, item }) => ({
      id: `${to}${kind ?? ''}${entry.serverId}${item}`,
      title: <VisibleText text={entry.title} />,
      detail: <VisibleText text={labels.get(entry.serverId) ?? ''} />,
      icon: <EntryIcon icon={entry.icon} fallback={fallback} />,
      run: () =>
        void navigate({
          to,
          search: { server: entry.serverId, item, ...(kind === undefined ? {} : { kind }) },
        }),
    }));
  }

  const groups = [
    {
      label: t('palette.commands'),
      found: first(commands, (command) => matches(query, command.title)).map((command) => ({
        ...command,
        id: command.title,
        detail: command.keys,
        icon: <CommandIcon name={command.icon} />,
      })),
    },
    {
      label: t('common.servers'),
      found: [
        ...first(servers ?? [], (server) => matches(query, server.label, originText(server.origin))).map(
          (server) => ({
            id: server.id,
            title: <VisibleText text={server.label} />,
            detail: <VisibleText text={originText(server.origin)} />,
            icon: <ServerIcon icon={server.icon} />,
            run: () => void navigate({ to: '/servers', search: { server: server.id } }),
          }),
        ),
        ...first(webtools ?? [], ({ label, base }) => matches(query, label, base)).map(
          ({ id, label, base }) => ({
            id,
            title: <VisibleText text={label} />,
            detail: <VisibleText text={base} />,
            icon: <WebtoolIcon />,
            run: () => void navigate({ to: '/servers', search: { server: id } }),
          }),
        ),
      ],
    },
    { label: t('common.tools'), found: entries(tools, '/tools', 'tool') },
    {
      label: t('common.resources'),
      found: [
        ...entries(resources, '/resources', 'file'),
        ...entries(templates, '/resources', 'template', 'template'),
      ],
    },
    { label: t('common.prompts'), found: entries(prompts, '/prompts', 'prompt') },
  ];
  // Commands are what an empty field offers; once something is typed, things come first.
  return query.trim() === '' ? groups : [...groups.slice(1), ...groups.slice(0, 1)];
}

/** The first few that are wanted; nobody looks at the others. */
function first<E>(all: readonly E[], wanted: (one: E) => boolean): E[] {
  const found: E[] = [];
  for (const one of all) {
    if (!wanted(one)) continue;
    found.push(one);
    if (found.length === SHOWN) break;
  }
  return found;
}

function CommandIcon({ name }: { name: IconName }): ReactNode {
  return (
    <span className={iconsStyles['entry-icon']}>
      <Icon name={name} />
    </span>
  );
}
