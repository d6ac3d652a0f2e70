import { createStore, useStore } from './store';
import type { Store } from './store';

/** Makes a hook like `useState` whose value stays while the page is open, also while nothing that uses it is drawn. */
export function keptState<T>(initial: T): () => [T, Store<T>['set']] {
  const store = createStore(initial);
  return () => [useStore(store), store.set];
}
