import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { notifyError } from '../lib/notify';
import { call } from './client';
import type { CatalogKind, EntryKey, KeepEntryParams, KeptEntry, ServerId } from './generated/contract';
import { keys } from './keys';

/** Something that is only passed by is not among what was opened last. */
const OPENED_AFTER_MS = 800;

/** Tells entries of lists apart. */
export const entryId = ({ serverId, list, key }: EntryKey): string => `${list} ${serverId} ${key}`;

const idsOf = (entries: readonly KeptEntry[]): ReadonlySet<string> => new Set(entries.map(entryId));
const NONE: ReadonlySet<string> = new Set();

/** Tools, resources, templates and prompts that the person marked, the latest first. */
export const useBookmarks = () =>
  useQuery({ queryKey: keys.bookmarks, queryFn: () => call('bookmark.list', {}) });

/** The same, to look one up. */
export const useBookmarkIds = (): ReadonlySet<string> =>
  useQuery({ queryKey: keys.bookmarks, queryFn: () => call('bookmark.list', {}), select: idsOf }).data ??
  NONE;

/** Adds a bookmark, or removes the one that is there. */
export function toggleBookmark(entry: KeepEntryParams, marked: boolean): void {
  const { serverId, list, key } = entry;
  const done = marked ? call('bookmark.remove', { serverId, list, key }) : call('bookmark.add', entry);
  done.catch(notifyError);
}

/** Tools, resources, templates and prompts that were opened last, the latest first. */
export const useRecent = () => useQuery({ queryKey: keys.recent, queryFn: () => call('recent.list', {}) });

/** Notes that an entry was opened. Nobody waits for it, and one that cannot be kept is forgotten. */
function noteOpened(entry: KeepEntryParams): void {
  call('recent.add', entry).catch(() => undefined);
}

/** Notes that an entry is open, once it has stayed so. */
export function useNoteOpened({ serverId, list, key }: EntryKey, title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return undefined;
    const timer = setTimeout(() => noteOpened({ serverId, list, key, title }), OPENED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [serverId, list, key, title]);
}

/** Values given to a template or prompt, by its variables or arguments; the latest first. */
export const useRecentValues = (serverId: ServerId, list: CatalogKind, key: string) =>
  useQuery({
    queryKey: keys.recentValues(serverId, list, key),
    queryFn: () => call('recentValue.list', { serverId, list, key }),
    select: (all): ReadonlyMap<string, readonly string[]> =>
      new Map(all.map(({ argument, values }) => [argument, values])),
  });

/** Notes values that a server took. Nobody waits for it. */
export function noteValues(entry: EntryKey, values: Record<string, string>): void {
  call('recentValue.add', { ...entry, values }).catch(() => undefined);
}
