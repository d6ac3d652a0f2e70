import type { AppEvent, EntryKey, KeptEntry } from '../../api/generated/contract';
import type { Handlers } from './handlers';
import { NOW } from './servers';
import type { World } from './world';

type Mine = Pick<
  Handlers,
  Extract<keyof Handlers, `bookmark.${string}` | `recent.${string}` | `recentValue.${string}`>
>;

const keyOf = ({ serverId, list, key }: EntryKey): string => JSON.stringify([serverId, list, key]);

/** Bookmarks, and what was opened and given last. */
export function bookmarkHandlers(world: World, emit: (event: AppEvent) => void): Mine {
  const put = (entries: KeptEntry[], kept: Omit<KeptEntry, 'at'>): KeptEntry[] => [
    { ...kept, at: NOW + entries.length },
    ...entries.filter((other) => keyOf(other) !== keyOf(kept)),
  ];
  const known = (entries: KeptEntry[]): KeptEntry[] =>
    entries.filter(({ serverId }) =>
      [...world.servers, ...world.webtools].some(({ snapshot }) => snapshot.id === serverId),
    );
  return {
    'bookmark.list': () => known(world.bookmarks),
    'bookmark.add': (kept) => {
      world.bookmarks = put(world.bookmarks, kept);
      emit({ kind: 'bookmarksChanged' });
      return null;
    },
    'bookmark.remove': (entry) => {
      world.bookmarks = world.bookmarks.filter((other) => keyOf(other) !== keyOf(entry));
      emit({ kind: 'bookmarksChanged' });
      return null;
    },
    'recent.list': () => known(world.recent),
    'recent.add': (kept) => {
      world.recent = put(world.recent, kept);
      emit({ kind: 'recentChanged' });
      return null;
    },
    'recent.clear': () => {
      world.recent = [];
      world.recentValues.clear();
      emit({ kind: 'recentChanged' });
      return null;
    },
    'recentValue.list': (entry) => world.recentValues.get(keyOf(entry)) ?? [],
    'recentValue.add': ({ values, ...entry }) => {
      const before = new Map(
        (world.recentValues.get(keyOf(entry)) ?? []).map((each) => [each.argument, each.values]),
      );
      for (const [argument, value] of Object.entries(values)) {
        if (value === undefined || value === '') continue;
        before.set(argument, [value, ...(before.get(argument) ?? []).filter((other) => other !== value)]);
      }
      world.recentValues.set(
        keyOf(entry),
        [...before].map(([argument, all]) => ({ argument, values: all })),
      );
      emit({ kind: 'recentChanged' });
      return null;
    },
  };
}
