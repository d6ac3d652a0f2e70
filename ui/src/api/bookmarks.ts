import { useEffect } from 'react';
import { notifyError } from '../lib/notify';
import { call } from './client';
import type { CatalogKind, EntryKey, KeepEntryParams, KeptEntry, ServerId } from './generated/contract';
import { useAnswer } from './queries';

/** Something that is only passed by is not among what was opened last. */
const OPENED_AFTER_MS = 800;

/** Tells entries of lists apart. */
export const entryId = ({ serverId, list, key }: EntryKey): string => `${list} ${serverId} ${key}`;

const idsOf = (entries: readonly KeptEntry[]): ReadonlySet<string> => new Set(entries.map(entryId));
const NONE: ReadonlySet<string> = new Set();

/** What the person marked, to look one up. */
export const useBookmarkIds = (): ReadonlySet<string> =>
  useAnswer('bookmark.list', {}, { select: idsOf }).data ?? NONE;

/** Adds a bookmark, or removes the one that is there. */
export function toggleBookmark(entry: KeepEntryParams, marked: boolean): void {
  const { serverId, list, key } = entry;
  const done = marked ? call('bookmark.remove', { serverId, list, key }) : call('bookmark.add', entry);
  done.catch(notifyError);
}

/** Notes that an entry is open, once it has stayed so. */
export function useNoteOpened({ serverId, list, key }: EntryKey, title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return undefined;
    const timer = setTimeout(() => {
      // One that cannot be kept is forgotten.
      call('recent.add', { serverId, list, key, title }).catch(() => undefined);
    }, OPENED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [serverId, list, key, title]);
}

/** Values given to a template or prompt, by its variables or arguments; the latest first. */
export const useRecentValues = (serverId: ServerId, list: CatalogKind, key: string) =>
  useAnswer(
    'recentValue.list',
    { serverId, list, key },
    {
      select: (all): ReadonlyMap<string, readonly string[]> =>
        new Map(all.map(({ argument, values }) => [argument, values])),
    },
  );

/** Notes values that a server took. Nobody waits for it. */
export function noteValues(entry: EntryKey, values: Record<string, string>): void {
  call('recentValue.add', { ...entry, values }).catch(() => undefined);
}
