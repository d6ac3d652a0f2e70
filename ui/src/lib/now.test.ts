import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useToday } from './now';

test('today ends at midnight', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 21, 23, 59, 30) });
  const { result } = renderHook(useToday);
  expect(new Date(result.current)).toEqual(new Date(2026, 10, 21));
  act(() => void vi.advanceTimersByTime(60_000));
  expect(new Date(result.current)).toEqual(new Date(2026, 10, 22));
});
