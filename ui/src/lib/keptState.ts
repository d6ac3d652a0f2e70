import { createStore, useStore } from './store';
import type { Store } from './store';

const known: (() => void)[] = [];

/** Makes a hook like `useState` whose value stays while the page is open, also while nothing that uses it is drawn. */
export function keptState<T>(initial: T): () => [T, Store<T>['set']] {
  const store = createStore(initial);
  known.push(() => store.set(initial));
  return () => [useStore(store), store.set];
}

/** For tests: as at the start of the page. */
export function forgetKeptState(): void {
  for (const forget of known) forget();
}
