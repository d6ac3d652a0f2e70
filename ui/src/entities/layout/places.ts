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
    // A setting is where the focus was, and a sign-in is over when it is left.
    if (path === undefined || path === '/settings') return;
    const { view, ...rest } = search as Record<string, unknown>;
    places.set((all) => ({ ...all, [path]: view === 'signIn' ? rest : search }));
  }, [pathname, search]);
}

/** Where the person left a screen. */
export const placeOf = (path: Path): Place => places.get()[path] ?? NOWHERE;

/** Where the rail leads: to where the person left a screen, and on the one that is open to its beginning. */
export function useRailPlaces(): (path: Path) => Place {
  const kept = useStore(places);
  const open = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  return (path) => (path === open ? NOWHERE : (kept[path] ?? NOWHERE));
}
