import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { entryId } from '../../api/bookmarks';
import type { CatalogKind, KeepEntryParams } from '../../api/generated/contract';
import { useAnswer, useServers } from '../../api/queries';
import { useWebtools } from '../../api/webtools';
import { EntryIcon } from '../../entities/server/ServerIcon';
import type { IconName } from '../../kit/iconPaths';
import { useStore } from '../../lib/store';
import { chosenLately } from './recent';
import type { Kind, Navigate, Thing } from './thing';

/** How an entry of each list is found, drawn and opened. */
const LISTS = {
  tools: { kind: 'tool', icon: 'tool', to: '/tools' },
  resources: { kind: 'resource', icon: 'file', to: '/resources' },
  templates: { kind: 'resource', icon: 'template', to: '/resources' },
  prompts: { kind: 'prompt', icon: 'prompt', to: '/prompts' },
} as const satisfies Record<
  CatalogKind,
  { kind: Kind; icon: IconName; to: '/tools' | '/resources' | '/prompts' }
>;

/** An entry of a list, which leads to its page. */
export function ofEntry(
  entry: KeepEntryParams,
  label: string,
  navigate: Navigate,
  looks: { more?: string; icon?: Parameters<typeof EntryIcon>[0]['icon'] } = {},
): Thing {
  const { list, serverId, key, title } = entry;
  const { kind, icon, to } = LISTS[list];
  const template = list === 'templates' ? { kind: 'template' as const } : {};
  return {
    id: entryId(entry),
    kind,
    title,
    detail: label,
    more: looks.more ?? key,
    icon: () => <EntryIcon icon={looks.icon ?? null} fallback={icon} />,
    run: () => void navigate({ to, search: { server: serverId, item: key, ...template } }),
  };
}

/** What was opened or chosen last, the latest first: also what its server does not list now. */
export function useRecents(
  things: readonly Thing[],
  entries: ReadonlyMap<string, Thing> | undefined,
): readonly Thing[] {
  const navigate = useNavigate();
  const servers = useServers().data;
  const webtools = useWebtools().data;
  const chosen = useStore(chosenLately);
  const opened = useAnswer('recent.list', {}).data;
  return useMemo(() => {
    const times = new Map(chosen);
    const found = new Map<string, Thing>();
    const owners = [...(servers ?? []), ...(webtools ?? [])];
    for (const kept of opened ?? []) {
      const label = owners.find(({ id }) => id === kept.serverId)?.label ?? '';
      const thing = ofEntry(kept, label, navigate);
      times.set(thing.id, Math.max(kept.at, times.get(thing.id) ?? 0));
      found.set(thing.id, { ...thing, isUnlisted: true });
    }
    for (const thing of things) if (times.has(thing.id)) found.set(thing.id, thing);
    for (const id of times.keys()) {
      const entry = entries?.get(id);
      if (entry !== undefined) found.set(id, entry.action?.id === id ? entry.action.make() : entry);
    }
    return [...times].toSorted(([, a], [, b]) => b - a).flatMap(([id]) => found.get(id) ?? []);
  }, [things, entries, servers, webtools, chosen, opened, navigate]);
}
