import { useQuery } from '@tanstack/react-query';
import { call } from './client';
import type { CatalogKind, EntryKey, ServerId } from './generated/contract';
import { keys } from './keys';

/** Tools, resources, templates and prompts that the person marked, the latest first. */
export const useBookmarks = () =>
  useQuery({ queryKey: keys.bookmarks, queryFn: () => call('bookmark.list', {}) });

/** Tools, resources, templates and prompts that were opened last, the latest first. */
export const useRecent = () => useQuery({ queryKey: keys.recent, queryFn: () => call('recent.list', {}) });

/** Values given to a template or prompt, by its variables or arguments; the latest first. */
export const useRecentValues = (serverId: ServerId, list: CatalogKind, key: string) =>
  useQuery({
    queryKey: keys.recentValues(serverId, list, key),
    queryFn: async () => {
      const all = await call('recentValue.list', { serverId, list, key });
      return new Map(all.map(({ argument, values }) => [argument, values]));
    },
  });

/** Notes that an entry was opened. Nobody waits for it, and one that cannot be kept is forgotten. */
export function noteOpened(entry: EntryKey & { title: string }): void {
  call('recent.add', entry).catch(() => undefined);
}
