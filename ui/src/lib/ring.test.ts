import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Ring, type RingSnapshot, type Share } from './ring';

/** What a ring shows, as a list. */
const shownBy = <T>(ring: Ring<T>) => listed(ring.snapshot());
const listed = <T>(view: RingSnapshot<T>) => ({
  items: Array.from({ length: view.length }, (_, index) => view.at(index)),
  dropped: view.dropped,
});

const boundless: Share<number> = { ownerOf: () => '', sizeOf: () => 0, limit: 1 };

describe('Ring', () => {
  beforeEach(() => void vi.useFakeTimers());

  it('keeps the newest items and counts the ones it let go', () => {
    const ring = new Ring<number>(3, boundless);
    ring.append([1, 2]);
    ring.append([3, 4, 5]);
    vi.runAllTimers();
    expect(shownBy(ring)).toEqual({ items: [3, 4, 5], dropped: 2 });
  });

  it.each([
    ['what fits stays', ['a4', 'b5', 'a6'], ['a4', 'b5', 'a6']],
    ['the oldest of who holds too much go', ['a4', 'b5', 'a4', 'a6'], ['b5', 'a4', 'a6']],
    ['older ones go also where they would fit', ['a1', 'a9', 'a2'], ['a2']],
    ['one that is too large for itself goes', ['b1', 'a11'], ['b1']],
    ['a flood leaves the others alone', ['b9', ...Array<string>(90).fill('a5')], ['b9', 'a5', 'a5']],
  ])('by share: %s', (_what, came, kept) => {
    const sizeOf = (item: string) => Number(item.slice(1));
    const ring = new Ring<string>(100, { ownerOf: (item) => item.slice(0, 1), sizeOf, limit: 10 });
    for (const item of came) ring.append([item]);
    const loud = ring.current().filter((item) => item.startsWith('a'));
    expect(
      loud.reduce((sum, item) => sum + sizeOf(item), 0),
      'no more than a quarter too much waits to be shown',
    ).toBeLessThanOrEqual(12.5);
    vi.runAllTimers();
    expect(shownBy(ring)).toEqual({ items: kept, dropped: came.length - kept.length });
  });

  it('tells its listeners once for a burst', () => {
    const ring = new Ring<number>(10, boundless);
    const listener = vi.fn();
    ring.subscribe(listener);
    for (let i = 0; i < 5; i += 1) ring.append([i]);
    expect(listener, 'nothing is drawn while a burst arrives').not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(listener).toHaveBeenCalledTimes(1);
    expect(shownBy(ring).items).toEqual([0, 1, 2, 3, 4]);
  });

  it('never changes a snapshot it handed out', () => {
    const ring = new Ring<number>(10, boundless);
    ring.replace([1], 0);
    const before = ring.snapshot();
    ring.append([2]);
    vi.runAllTimers();
    expect(listed(before)).toEqual({ items: [1], dropped: 0 });
  });

  it('forgets what waited to be shown when it is replaced', () => {
    const ring = new Ring<number>(10, boundless);
    ring.append([1]);
    ring.replace([], 0);
    vi.runAllTimers();
    expect(shownBy(ring)).toEqual({ items: [], dropped: 0 });
  });

  it('says whether others than the oldest went: then a search over it begins anew', () => {
    const ring = new Ring<string>(10, { ownerOf: (item) => item.slice(0, 1), sizeOf: () => 1, limit: 2 });
    const epochs = ['b1', 'a1', 'a2', 'a3'].map((item) => {
      ring.append([item]);
      vi.runAllTimers();
      return ring.snapshot().epoch;
    });
    expect(epochs).toEqual([0, 0, 0, 1]);
    expect(shownBy(ring)).toEqual({ items: ['b1', 'a2', 'a3'], dropped: 1 });
  });
});
