import { useSyncExternalStore } from 'react';

/** A value outside React that components can follow. */
export interface Store<T> {
  get: () => T;
  set: (next: T | ((previous: T) => T)) => void;
  subscribe: (listener: () => void) => () => void;
}

const resets: (() => void)[] = [];

/** For tests: says how the state of a module is put back to what it is when the page opens. */
export function onReset(reset: () => void): void {
  resets.push(reset);
}

/** For tests: puts the state of every module back to what it is when the page opens. */
export function resetState(): void {
  for (const reset of resets) reset();
}

/** Makes a store at the top level of a module. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  const set: Store<T>['set'] = (next) => {
    value = typeof next === 'function' ? (next as (previous: T) => T)(value) : next;
    for (const listener of listeners) listener();
  };
  onReset(() => set(initial));
  return {
    get: () => value,
    set,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Makes a map at the top level of a module, for what components read but need not follow. */
export function createMap<K, V>(): Map<K, V> {
  const map = new Map<K, V>();
  onReset(() => map.clear());
  return map;
}

export function useStore<T>(store: Pick<Store<T>, 'get' | 'subscribe'>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}
