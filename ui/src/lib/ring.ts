import { useSyncExternalStore } from 'react';

/** What a ring holds at one moment. The array is never changed after it was handed out. */
export type RingSnapshot<T> = {
  /** Oldest first. */
  readonly items: readonly T[];
  /** How many older ones were let go. */
  readonly dropped: number;
};

/** Appends are shown this much later at most, so that a burst of thousands draws once. */
const SHOWN_AFTER_MS = 50;

/** How much a ring holds of one owner, however few items that are. */
export type Share<T> = {
  readonly ownerOf: (item: T) => string;
  readonly sizeOf: (item: T) => number;
  /** The most that the items of one owner hold together, in what `sizeOf` counts. */
  readonly limit: number;
};

/**
 * A bounded log that React can watch: the newest `limit` items, and of each owner no more than its share. Older ones
 * are counted and let go.
 */
export class Ring<T> {
  #items: T[] = [];
  #dropped = 0;
  /** The size of what came since the last trimming. */
  #fresh = 0;
  #shown: RingSnapshot<T> = { items: [], dropped: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(
    readonly limit: number,
    readonly share: Share<T>,
  ) {}

  /** Adds items at the end. */
  append(items: readonly T[]): void {
    if (items.length === 0) return;
    for (const item of items) {
      this.#items.push(item);
      this.#fresh += this.share.sizeOf(item);
    }
    // Trimming only when a quarter too long keeps appending cheap; what is shown is exact all the same.
    if (this.#items.length > this.limit * 1.25 || this.#fresh > this.share.limit * 0.25) this.#trim();
    this.#timer ??= setTimeout(() => this.#show(), SHOWN_AFTER_MS);
  }

  /** Puts other items in the place of all, and shows them at once. */
  replace(items: readonly T[], dropped: number): void {
    this.#items = [...items];
    this.#dropped = dropped;
    this.#show();
  }

  /** Everything held now, also what is not shown yet. */
  current(): readonly T[] {
    return this.#items;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): RingSnapshot<T> => this.#shown;

  #trim(): void {
    const { ownerOf, sizeOf, limit } = this.share;
    const newest = this.#items.slice(-this.limit);
    const held = new Map<string, number>();
    for (const item of newest) held.set(ownerOf(item), (held.get(ownerOf(item)) ?? 0) + sizeOf(item));
    const kept = newest.filter((item) => {
      const size = held.get(ownerOf(item)) ?? 0;
      if (size <= limit) return true;
      held.set(ownerOf(item), size - sizeOf(item));
      return false;
    });
    this.#dropped += this.#items.length - kept.length;
    this.#items = kept;
    this.#fresh = 0;
  }

  #show(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#trim();
    this.#shown = { items: this.#items.slice(), dropped: this.#dropped };
    for (const listener of this.#listeners) listener();
  }
}

/** Follows a ring. */
export function useRing<T>(ring: Ring<T>): RingSnapshot<T> {
  return useSyncExternalStore(ring.subscribe, ring.snapshot);
}
