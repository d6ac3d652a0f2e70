import { useSyncExternalStore } from 'react';
import type { CallId, CallProgress } from './generated/contract';

/** How many frames, lines or reports the page itself keeps per server or call. The core keeps more. */
const KEPT = 2_000;
const NOTHING: readonly never[] = [];

/** Rows that only grow, one list per key; a list is a new array when it grew, so React sees it. */
class Rows<K extends string, T> {
  private readonly lists = new Map<K, readonly T[]>();
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  get(key: K): readonly T[] {
    return this.lists.get(key) ?? NOTHING;
  }

  append(key: K, rows: readonly T[]): void {
    this.lists.set(key, [...this.get(key), ...rows].slice(-KEPT));
    this.tell();
  }

  forget(key: K): void {
    if (this.lists.delete(key)) this.tell();
  }

  clear(): void {
    this.lists.clear();
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

/** Progress reports of running calls. */
export const liveProgress = new Rows<CallId, CallProgress>();
function useRows<K extends string, T>(rows: Rows<K, T>, key: K | null): readonly T[] {
  return useSyncExternalStore(rows.subscribe, () => (key === null ? NOTHING : rows.get(key)));
}

export const useProgress = (callId: CallId | null) => useRows(liveProgress, callId);
