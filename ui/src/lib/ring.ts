import { useSyncExternalStore } from 'react';

/** What a ring holds at one moment, oldest first: a view that later appends do not change. */
export type RingSnapshot<T> = {
  readonly length: number;
  readonly at: (index: number) => T | undefined;
  /** How many older ones were let go. */
  readonly dropped: number;
  /** Another number once items went that were not the oldest. */
  readonly epoch: number;
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
  /** Only ever grows at its end, or is replaced: the views that were handed out look into it. */
  #items: T[] = [];
  /** Where the oldest item stands that is still kept. */
  #from = 0;
  #dropped = 0;
  #epoch = 0;
  /** The size of what came since the last trimming. */
  #fresh = 0;
  /** What each owner holds. */
  readonly #held = new Map<string, number>();
  #shown: RingSnapshot<T> = viewOf([], 0, 0, 0);
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(
    readonly limit: number,
    readonly share: Share<T>,
  ) {}

  /** Adds items at the end. */
  append(items: readonly T[]): void {
    if (items.length === 0) return;
    for (const item of items) this.#push(item);
    // Trimming only when a quarter too long keeps appending cheap; what is shown is exact all the same.
    const length = this.#items.length - this.#from;
    if (length > this.limit * 1.25 || this.#fresh > this.share.limit * 0.25) this.#trim();
    this.#timer ??= setTimeout(() => this.#show(), SHOWN_AFTER_MS);
  }

  /** Puts other items in the place of all, and shows them at once. */
  replace(items: readonly T[], dropped: number): void {
    this.#items = [];
    this.#from = 0;
    this.#held.clear();
    this.#dropped = dropped;
    this.#epoch += 1;
    for (const item of items) this.#push(item);
    this.#show();
  }

  /** Everything held now, also what is not shown yet. */
  current(): readonly T[] {
    return this.#items.slice(this.#from);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): RingSnapshot<T> => this.#shown;

  #push(item: T): void {
    const size = this.share.sizeOf(item);
    this.#items.push(item);
    this.#fresh += size;
    this.#hold(item, size);
  }

  #hold(item: T, size: number): number {
    const owner = this.share.ownerOf(item);
    const held = (this.#held.get(owner) ?? 0) + size;
    this.#held.set(owner, held);
    return held;
  }

  #isOver(item: T): boolean {
    return (this.#held.get(this.share.ownerOf(item)) ?? 0) > this.share.limit;
  }

  #trim(): void {
    this.#fresh = 0;
    while (this.#from < this.#items.length) {
      const oldest = this.#items[this.#from] as T;
      if (this.#items.length - this.#from <= this.limit && !this.#isOver(oldest)) break;
      this.#hold(oldest, -this.share.sizeOf(oldest));
      this.#from += 1;
      this.#dropped += 1;
    }
    if ([...this.#held.values()].some((held) => held > this.share.limit)) this.#trimWithin();
    if (this.#from > this.limit) {
      this.#items = this.#items.slice(this.#from);
      this.#from = 0;
    }
  }

  /** Lets the oldest of those go who hold too much, from among the others. */
  #trimWithin(): void {
    const before = this.#items.length - this.#from;
    this.#items = this.#items.slice(this.#from).filter((item) => {
      if (!this.#isOver(item)) return true;
      this.#hold(item, -this.share.sizeOf(item));
      return false;
    });
    this.#from = 0;
    this.#dropped += before - this.#items.length;
    this.#epoch += 1;
  }

  #show(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#trim();
    this.#shown = viewOf(this.#items, this.#from, this.#dropped, this.#epoch);
    for (const listener of this.#listeners) listener();
  }
}

function viewOf<T>(items: readonly T[], from: number, dropped: number, epoch: number): RingSnapshot<T> {
  const length = items.length - from;
  return {
    length,
    at: (index) => (index >= 0 && index < length ? items[from + index] : undefined),
    dropped,
    epoch,
  };
}

/** Follows a ring. */
export function useRing<T>(ring: Ring<T>): RingSnapshot<T> {
  return useSyncExternalStore(ring.subscribe, ring.snapshot);
}
