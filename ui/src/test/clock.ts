import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** From here on time passes only with `pass`. The next test has a clock of its own again. */
export function stopClock(): void {
  vi.useFakeTimers({
    toFake: [
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      'requestAnimationFrame',
      'cancelAnimationFrame',
    ],
  });
}

/** Lets this much time pass, and the page draw what comes of it. */
export async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

/** What is on the page after as little time as it takes. */
export async function appears<T>(find: () => T | null): Promise<T> {
  for (let ms = 0; ms < 2_000; ms += 1) {
    // What needs no time at all comes first, so that none has passed for what has just appeared.
    await pass(0);
    const found = find();
    if (found !== null) return found;
    await pass(1);
  }
  throw new Error('It has not appeared within two seconds.');
}
