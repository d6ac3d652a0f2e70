import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { call } from './client';
import type { ServerId, WireFilter } from './generated/contract';

/** What a search has found so far. `seqs` only ever grows at its end: `count` says how much of it is meant. */
interface Found {
  readonly seqs: readonly number[];
  readonly count: number;
  readonly searching: boolean;
  readonly error: unknown;
}

const NOTHING_FOUND: Found = { seqs: [], count: 0, searching: true, error: null };

/** A search through one log, step by step, that goes on when the log grows. */
class WireSearch {
  readonly #seqs: number[] = [];
  readonly #listeners = new Set<() => void>();
  #shown: Found = NOTHING_FOUND;
  #next = 0;
  /** How far the log reaches, as far as is known. */
  #end = 0;
  #running = false;
  #stopped = false;

  constructor(
    readonly serverId: ServerId,
    readonly filter: WireFilter,
  ) {}

  readonly snapshot = (): Found => this.#shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The log reaches up to `nextSeq` now. */
  async advance(nextSeq: number): Promise<void> {
    this.#stopped = false;
    this.#end = Math.max(this.#end, nextSeq);
    if (this.#running || nextSeq <= this.#next) return;
    this.#running = true;
    try {
      await this.#run();
    } catch (error) {
      this.#show({ searching: false, error });
    } finally {
      this.#running = false;
    }
  }

  stop(): void {
    this.#stopped = true;
  }

  async #run(): Promise<void> {
    for (;;) {
      const from = this.#next;
      const { seqs, next, isWhole } = await call('wire.search', {
        serverId: this.serverId,
        filter: this.filter,
        from,
      });
      for (const seq of seqs) this.#seqs.push(seq);
      this.#next = next;
      // The log may have grown while the answer was on its way.
      const isOver = isWhole && (next >= this.#end || next === from);
      this.#show({ count: this.#seqs.length, searching: !isOver, error: null });
      if (isOver || this.#stopped) return;
    }
  }

  #show(change: Partial<Found>): void {
    this.#shown = { ...this.#shown, seqs: this.#seqs, ...change };
    for (const listener of this.#listeners) listener();
  }
}

const never = (): (() => void) => () => undefined;
const nothing = (): null => null;

/** What a filter finds in a log; `null` without a filter. Keep the filter the same object while it says the same. */
export function useWireSearch(serverId: ServerId, filter: WireFilter | null, nextSeq: number): Found | null {
  const search = useMemo(
    () => (filter === null ? null : new WireSearch(serverId, filter)),
    [serverId, filter],
  );
  useEffect(() => void search?.advance(nextSeq), [search, nextSeq]);
  useEffect(() => () => search?.stop(), [search]);
  return useSyncExternalStore<Found | null>(search?.subscribe ?? never, search?.snapshot ?? nothing);
}
