import type { HistoryEntry, HistoryId, PromptOutcome, ServerId } from '../../api/generated/contract';
import { createStore, useStore } from '../../lib/store';

/** What a prompt gave, and for which arguments. */
export interface Got {
  serverId: ServerId;
  name: string;
  /** When it was asked for, Unix ms. */
  at: number;
  arguments: HistoryEntry['row']['arguments'];
  outcome: PromptOutcome;
}

/** What the page of a prompt shows: what was got last in this session, or an earlier one of the history. */
export type Shown = { kind: 'got'; got: Got } | { kind: 'history'; id: HistoryId };

/** Older ones are let go; the history keeps them. */
const KEPT = 50;

/** What those that are kept may hold together, characters. The newest stays however large it is. */
const KEPT_CHARACTERS = 32 * 1024 * 1024;

/** What is shown, and about how much that holds, characters. */
interface Kept {
  what: Shown;
  size: number;
}

// A module store: what is shown is still there after another prompt was looked at. The last is the newest.
const shown = createStore<ReadonlyMap<string, Kept>>(new Map());

const keyOf = (serverId: ServerId, name: string): string => `${serverId} ${name}`;

/** Chooses what the page of a prompt shows. */
export function show(serverId: ServerId, name: string, what: Shown): void {
  const key = keyOf(serverId, name);
  const size = what.kind === 'got' ? JSON.stringify(what.got.outcome.raw).length : 0;
  shown.set((all) => fitting([...[...all].filter(([each]) => each !== key), [key, { what, size }]]));
}

/** The newest, as many as fit. */
function fitting(all: [string, Kept][]): ReadonlyMap<string, Kept> {
  let left = KEPT_CHARACTERS;
  const newestFirst = all.slice(-KEPT).toReversed();
  return new Map(
    newestFirst
      .filter(([, { size }], index) => {
        left -= size;
        return index === 0 || left >= 0;
      })
      .toReversed(),
  );
}

export function useShown(serverId: ServerId, name: string): Shown | null {
  return useStore(shown).get(keyOf(serverId, name))?.what ?? null;
}

/** What was got once, as the history has it; `null` = there are no messages. */
export function gotOf({ row, outcome: { ending, ...outcome } }: HistoryEntry): Got | null {
  if (ending.kind !== 'prompt') return null;
  const { serverId, name, startedAt: at, arguments: given } = row;
  const { description, messages, raw } = ending;
  const { durationMs, historyId } = outcome;
  return {
    serverId: serverId as string as ServerId,
    name,
    at,
    arguments: given,
    outcome: { description, messages, raw, durationMs, historyId },
  };
}
