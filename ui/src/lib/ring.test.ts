import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Ring } from './ring';

describe('Ring', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('keeps the newest items and counts the ones it let go', () => {
    const ring = new Ring<number>(3);
    ring.append([1, 2]);
    ring.append([3, 4, 5]);
    vi.runAllTimers();
    expect(ring.snapshot()).toEqual({ items: [3, 4, 5], dropped: 2 });
  });

  it('tells its listeners once for a burst', () => {
    const ring = new Ring<number>(10);
    const listener = vi.fn();
    ring.subscribe(listener);
    for (let i = 0; i < 5; i += 1) ring.append([i]);
    expect(listener, 'nothing is drawn while a burst arrives').not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(listener).toHaveBeenCalledTimes(1);
    expect(ring.snapshot().items).toEqual([0, 1, 2, 3, 4]);
  });

  it('never changes a snapshot it handed out', () => {
    const ring = new Ring<number>(10);
    ring.replace([1], 0);
    const before = ring.snapshot();
    ring.append([2]);
    vi.runAllTimers();
    expect(before).toEqual({ items: [1], dropped: 0 });
  });

  it('forgets what waited to be shown when it is replaced', () => {
    const ring = new Ring<number>(10);
    ring.append([1]);
    ring.replace([], 0);
    vi.runAllTimers();
    expect(ring.snapshot()).toEqual({ items: [], dropped: 0 });
  });
});
