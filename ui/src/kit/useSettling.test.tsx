import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useSettling } from './useSettling';

beforeEach(() => void vi.useFakeTimers());

function moves() {
  const { result } = renderHook(() => useSettling());
  return {
    choose: (row: string, by: 'move' | 'pick') => act(() => result.current.note(row, by)),
    wait: (ms: number) => {
      act(() => void vi.advanceTimersByTime(ms));
    },
    moving: () => result.current.moving,
  };
}

test('rows the keys move over settle after a pause', () => {
  const { choose, wait, moving } = moves();
  choose('a', 'move');
  wait(100);
  choose('b', 'move');
  wait(149);
  expect(moving(), 'each step begins the pause anew').toBe(true);
  wait(1);
  expect(moving()).toBe(false);
});

test('a row that is picked is settled at once', () => {
  const { choose, moving } = moves();
  choose('a', 'move');
  expect(moving()).toBe(true);
  choose('a', 'pick');
  expect(moving()).toBe(false);
});
