import type { PromptOutcome, ServerId } from '../../api/generated/contract';
import { createStore, useStore } from '../../lib/store';

/** What a prompt gave, and for which arguments. */
export interface Got {
  id: string;
  serverId: ServerId;
  name: string;
  /** When it was asked for, by this page's clock, Unix ms. */
  at: number;
  arguments: Readonly<Record<string, string>>;
  outcome: PromptOutcome;
  /** About how much it holds, characters. */
  size: number;
}

/** Older ones are let go. */
const KEPT = 100;

/** What those that are kept may hold together, characters. The newest stays however large it is. */
const KEPT_CHARACTERS = 32 * 1024 * 1024;

// A module store: what was got is still there after another prompt was looked at. It goes with the window.
const gotten = createStore<readonly Got[]>([]);

/** Which one each prompt shows; the newest where none was chosen. */
const chosen = createStore<ReadonlyMap<string, string>>(new Map());

const keyOf = ({ serverId, name }: Pick<Got, 'serverId' | 'name'>): string => `${serverId} ${name}`;

/** Keeps what a prompt gave, and shows it. */
export function keepGot(got: Omit<Got, 'id' | 'size'>): void {
  const added = { ...got, id: crypto.randomUUID(), size: JSON.stringify(got.outcome.raw).length };
  gotten.set((before) => fitting([added, ...before]));
  showGot(added);
}

/** Shows an earlier one again. */
export function showGot(got: Got): void {
  chosen.set((before) => new Map(before).set(keyOf(got), got.id));
}

/** The newest first, as many as fit. */
function fitting(all: readonly Got[]): readonly Got[] {
  let left = KEPT_CHARACTERS;
  return all.slice(0, KEPT).filter(({ size }, index) => {
    left -= size;
    return index === 0 || left >= 0;
  });
}

/** All that a prompt gave in this session, newest first, and the one that is shown. */
export function useGot(serverId: ServerId, name: string): { all: readonly Got[]; shown: Got | null } {
  const all = useStore(gotten).filter((got) => got.serverId === serverId && got.name === name);
  const id = useStore(chosen).get(keyOf({ serverId, name }));
  return { all, shown: all.find((got) => got.id === id) ?? all[0] ?? null };
}

/** For tests: as at the start of the page. */
export function forgetGot(): void {
  gotten.set([]);
  chosen.set(new Map());
}
