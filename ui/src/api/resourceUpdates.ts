import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { holdTheSame } from '../lib/sameContents';
import { withNewest } from '../lib/boundedMap';
import { createStore, statePart, useStore } from '../lib/store';
import type { ReadOutcome, ServerId } from './generated/contract';

/** What was heard of a subscribed resource since the window was opened. */
export interface ResourceUpdate {
  /** When it last changed, Unix ms. */
  at: number;
  /** Whether it changed since somebody looked at it. */
  unseen: boolean;
}

/** So many contents are kept for a comparison; the oldest are forgotten. */
const KEPT_CONTENTS = 24;

/** What they may hold together, bytes. The newest stays however large it is. */
const KEPT_BYTES = 32 * 1024 * 1024;

/** So many updates are remembered; the oldest are forgotten. */
const KEPT_UPDATES = 2_000;

const idOf = (serverId: ServerId, uri: string): string => `${serverId} ${uri}`;

const updates = createStore<ReadonlyMap<string, ResourceUpdate>>(new Map());
const looking = createStore<string | null>(null);
/** What each subscribed resource held when it was last looked at. */
const lookedAt = statePart(() => new Map<string, ReadOutcome>());

/** Notes that a server says a resource changed. */
export function noteUpdate(serverId: ServerId, uri: string, at: number): void {
  const id = idOf(serverId, uri);
  const update = { at, unseen: looking.get() !== id };
  updates.set((before) => withNewest(before, id, update, KEPT_UPDATES));
}

/** Forgets the updates of a server that is gone. */
export function forgetUpdates(serverId: ServerId): void {
  const isOf = (id: string): boolean => id.startsWith(`${serverId} `);
  updates.set((before) => new Map([...before].filter(([id]) => !isOf(id))));
  for (const id of lookedAt().keys()) if (isOf(id)) lookedAt().delete(id);
}

/** The last update of a resource; `undefined` = none was heard of. */
export const useUpdate = (serverId: ServerId, uri: string): ResourceUpdate | undefined =>
  useStore(updates).get(idOf(serverId, uri));

/** The last updates of all resources. */
export function useUpdates(): (serverId: ServerId, uri: string) => ResourceUpdate | undefined {
  const all = useStore(updates);
  return useCallback((serverId, uri) => all.get(idOf(serverId, uri)), [all]);
}

function keepLookedAt(id: string, outcome: ReadOutcome): void {
  lookedAt().delete(id);
  lookedAt().set(id, outcome);
  let bytes = [...lookedAt().values()].reduce((sum, each) => sum + bytesOf(each), 0);
  for (const [oldest, each] of [...lookedAt()].slice(0, -1)) {
    if (lookedAt().size <= KEPT_CONTENTS && bytes <= KEPT_BYTES) break;
    lookedAt().delete(oldest);
    bytes -= bytesOf(each);
  }
}

/** About what a read holds: each content stands in it as it was looked at and as it came. */
const bytesOf = ({ contents }: ReadOutcome): number =>
  contents.reduce((sum, { body }) => sum + 2 * body.sizeBytes, 0);

/**
 * Says that a resource is looked at, and returns what it held when it was last looked at; `null` = it holds the same.
 * As long as it stays open, that is what it held when it was opened.
 */
export function useLookedAt(
  serverId: ServerId,
  uri: string,
  outcome: ReadOutcome | undefined,
  following: boolean,
): ReadOutcome | null {
  const id = idOf(serverId, uri);
  const [before, setBefore] = useState(() => lookedAt().get(id));
  const last = useRef(outcome);
  if (before === undefined && outcome !== undefined && following) setBefore(outcome);
  useEffect(() => {
    last.current = outcome;
  }, [outcome]);
  useEffect(() => {
    looking.set(id);
    updates.set((all) => {
      const update = all.get(id);
      return update?.unseen === true ? new Map(all).set(id, { ...update, unseen: false }) : all;
    });
    return () => {
      looking.set((now) => (now === id ? null : now));
      if (last.current !== undefined && following) keepLookedAt(id, last.current);
    };
  }, [id, following]);
  // Once for each answer: they may be long.
  const isSame = useMemo(
    () => before === undefined || outcome === undefined || sameReads(before, outcome),
    [before, outcome],
  );
  return isSame || before === undefined ? null : before;
}

const sameReads = ({ contents: before }: ReadOutcome, { contents: now }: ReadOutcome): boolean =>
  before === now ||
  (before.length === now.length && now.every((each, place) => holdTheSame(before[place] ?? each, each)));
