import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
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

/** Notes where the person is on each screen. */
export function useNotePlaces(): void {
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
