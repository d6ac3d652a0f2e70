import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { CatalogKind, KeptEntry } from '../../api/generated/contract';
import { useAnswer, useServers } from '../../api/queries';
import { useWebtools } from '../../api/webtools';
import { onSourceGone } from '../../lib/removedSources';
import { createStore, useStore } from '../../lib/store';
import { SCREENS } from './screens';

type Path = (typeof SCREENS)[number]['to'];

/** What the address of a screen said when it was left. */
type Place = Readonly<Record<string, unknown>>;

const NOWHERE: Place = {};

const places = createStore<Partial<Record<Path, Place>>>({});

onSourceGone((sourceId) =>
  places.set((all) =>
    Object.fromEntries(Object.entries(all).filter(([, place]) => !Object.values(place).includes(sourceId))),
  ),
);

const SCREEN_OF: Readonly<Record<CatalogKind, Path>> = {
  tools: '/tools',
  prompts: '/prompts',
  resources: '/resources',
  templates: '/resources',
};

const earlierPlace = ({ list, serverId, key }: KeptEntry): [Path, Place] => [
  SCREEN_OF[list],
  { server: serverId, item: key, ...(list === 'templates' ? { kind: 'template' } : {}) },
];

/** Begins where the person was before this start: at what was opened last on each screen, if it is still there. */
function useEarlierPlaces(): void {
  const recent = useAnswer('recent.list', {}).data;
  const servers = useServers().data;
  const webtools = useWebtools().data;
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || recent === undefined || servers === undefined || webtools === undefined) return;
    isDone.current = true;
    const sources = new Set<string>([...servers, ...webtools].map(({ id }) => id));
    // The latest come first, and what was noted since the start is later still.
    const earlier = recent.filter(({ serverId }) => sources.has(serverId)).toReversed();
    places.set((all) => ({ ...Object.fromEntries(earlier.map(earlierPlace)), ...all }));
  }, [recent, servers, webtools]);
}

/** Notes where the person is on each screen. */
export function useNotePlaces(): void {
  useEarlierPlaces();
  // Once it is shown: earlier, the rail would be drawn before the screen.
  const { pathname, search } = useRouterState({
    select: (state) => state.resolvedLocation ?? state.location,
  });
  useEffect(() => {
    const path = SCREENS.find(({ to }) => to === pathname)?.to;
    // A setting is where the focus was, and Approvals opens what waits first.
    if (path === undefined || path === '/settings' || path === '/approvals') return;
    // Elsewhere than in Activity a view is something that is done and over.
    const { view: _, ...rest } = search as Record<string, unknown>;
    places.set((all) => ({ ...all, [path]: path === '/activity' ? search : rest }));
  }, [pathname, search]);
}

/** Where the person left a screen. */
export const placeOf = (path: Path): Place => places.get()[path] ?? NOWHERE;

/** Where the rail and its keys lead: to where the person left a screen, and on the one that is open to its beginning. */
export function useRailPlaces(): (path: Path) => Place {
  const kept = useStore(places);
  const open = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  return (path) => (path === open ? NOWHERE : (kept[path] ?? NOWHERE));
}
