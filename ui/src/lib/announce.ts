import { createStore } from './store';

/** A live region: the window has one, and each open dialog has its own. */
type RegionId = string;

interface Said {
  text: string;
  /** Makes an equal text a new one. */
  number: number;
  /** The live region that says it. */
  region: RegionId | undefined;
  /** When it was said, in ms since the page was opened. */
  at: number;
  /** About what: a dialog, whose end makes it void, or the window. */
  about: 'here' | 'window';
}

/** A screen reader may not have come to what was said so lately when its live region goes. */
const UNHEARD_MS = 1_000;

/** How many texts stay: several may come at the same moment, and each is said. */
const KEPT = 4;

/** What was said lately, the newest last. */
export const announced = createStore<readonly Said[]>([]);

/** What a live region is in: the window itself, or what lies over it. */
export type Level = 'window' | 'sheet' | 'dialog';

/** The live regions that are there, the topmost last. */
const regions = createStore<readonly { id: RegionId; level: Level }[]>([]);

const topRegion = () => regions.get().at(-1);

/** What lies over everything else. */
export const topLevel = {
  get: (): Level => topRegion()?.level ?? 'window',
  subscribe: regions.subscribe,
};

/** Adds a live region above the others; returns how to take it away. What it said last is said below then. */
export function addRegion(id: RegionId, level: Level): () => void {
  regions.set((all) => [...all, { id, level }]);
  return () => {
    regions.set((all) => all.filter((other) => other.id !== id));
    const since = performance.now() - UNHEARD_MS;
    announced.set((said) =>
      said.map((one) =>
        one.region === id && one.about === 'window' && one.at > since
          ? { ...one, region: topRegion()?.id }
          : one,
      ),
    );
  };
}

/** Says something to a screen reader once it is silent. */
export function announce(text: string, about: Said['about'] = 'here'): void {
  if (text.trim() === '') return;
  announced.set((said) => {
    const number = (said.at(-1)?.number ?? 0) + 1;
    return [...said.slice(1 - KEPT), { text, number, region: topRegion()?.id, at: performance.now(), about }];
  });
}
