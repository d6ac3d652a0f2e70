import { expect, it, vi } from 'vitest';
import { finish, inSteps } from './steps';
import type { Steps } from './steps';

function* counting(to: number, seen: number[]): Steps<string> {
  for (let n = 1; n <= to; n += 1) {
    seen.push(n);
    yield;
  }
  return 'done';
}

it('does all steps at once, or so many as fit into a moment, until it is stopped', () => {
  const seen: number[] = [];
  expect(finish(counting(3, seen))).toBe('done');
  expect(seen).toEqual([1, 2, 3]);

  vi.useFakeTimers();
  let now = 0;
  // Each step takes 5 ms.
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 5));
  const results: string[] = [];
  const slow: number[] = [];
  inSteps(counting(4, slow), (result) => results.push(result));
  expect(slow, 'nothing holds up whoever asks for it').toEqual([]);
  vi.advanceTimersToNextTimer();
  expect(slow).toEqual([1, 2]);
  vi.runAllTimers();
  expect([slow, results]).toEqual([[1, 2, 3, 4], ['done']]);

  const stopped: number[] = [];
  const stop = inSteps(counting(4, stopped), (result) => results.push(result));
  vi.advanceTimersToNextTimer();
  stop();
  vi.runAllTimers();
  expect([stopped, results]).toEqual([[1, 2], ['done']]);
  vi.restoreAllMocks();
});
