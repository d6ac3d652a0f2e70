/** Work that is done in steps: it yields wherever something else may come between. */
export type Steps<T> = Generator<undefined, T>;

/** So long the page may be held up at once, ms: a frame is drawn between two steps. */
const STEP_MS = 8;

/** After so many entries of a long list a step may end. */
export const ENTRIES_PER_STEP = 500;

/** Lets what waits come first: events, and the next frame. */
export const pause = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

/** Does all steps at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Does the steps with pauses between them. Returns what stops it. */
export function inSteps<T>(steps: Steps<T>, onDone: (result: T) => void): () => void {
  let timer = setTimeout(go);
  function go(): void {
    const until = performance.now() + STEP_MS;
    do {
      const { done, value } = steps.next();
      if (done === true) return onDone(value);
    } while (performance.now() < until);
    timer = setTimeout(go);
  }
  return () => clearTimeout(timer);
}

/** Lists that are longer are worked on in steps. */
export const LONG_LIST = 2_000;
