import { renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useChosenByKeys } from './rowChoice';

beforeEach(() => void vi.useFakeTimers());

test('going back leads to rows where the keys rested, not to those they passed', () => {
  const { result } = renderHook(useChosenByKeys);
  const steps: [afterMs: number, from: number, to: number, by: string][] = [
    [0, -1, 0, 'pass'],
    [1_000, 0, 1, 'move'],
    [999, 1, 2, 'pass'],
    [30, 2, 3, 'pass'],
    [1_000, 3, 4, 'move'],
    [5_000, 4, 4, 'pass'],
    [2_000, 4, 3, 'move'],
  ];
  const seen = steps.map(([afterMs, from, to]) => {
    vi.advanceTimersByTime(afterMs);
    return result.current(from, to);
  });
  expect(seen).toEqual(steps.map(([, , , by]) => by));
});
