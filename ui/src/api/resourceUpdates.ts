import { useCallback, useEffect, useRef, useState } from 'react';
import { createStore, useStore } from '../lib/store';
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

const idOf = (serverId: ServerId, uri: string): string => `${serverId} ${uri}`;

const updates = createStore<ReadonlyMap<string, ResourceUpdate>>(new Map());
const looking = createStore<string | null>(null);
/** What each subscribed resource held when it was last looked at. */
const lookedAt = new Map<string, ReadOutcome>();

/** Notes that a server says a resource changed. */
export function noteUpdate(serverId: ServerId, uri: string, at: number): void {
  const id = idOf(serverId, uri);
  updates.set((before) => new Map(before).set(id, { at, unseen: looking.get() !== id }));
}

/** Forgets the updates of a server that is gone, or of all. */
export function forgetUpdates(serverId?: ServerId): void {
  const isOf = (id: string): boolean => serverId === undefined || id.startsWith(`${serverId} `);
  updates.set((before) => new Map([...before].filter(([id]) => !isOf(id))));
  for (const id of lookedAt.keys()) if (isOf(id)) lookedAt.delete(id);
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
  lookedAt.delete(id);
  lookedAt.set(id, outcome);
  const [oldest] = lookedAt.keys();
  if (lookedAt.size > KEPT_CONTENTS && oldest !== undefined) lookedAt.delete(oldest);
}

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
  const [before, setBefore] = useState(() => lookedAt.get(id));
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
  return before === undefined || outcome === undefined || holdTheSame(before, outcome) ? null : before;
}

const holdTheSame = (one: ReadOutcome, other: ReadOutcome): boolean =>
  one === other || JSON.stringify(one.contents.map(bodyOf)) === JSON.stringify(other.contents.map(bodyOf));

const bodyOf = ({ uri, body }: ReadOutcome['contents'][number]) => [uri, body];
