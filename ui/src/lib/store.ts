import { useSyncExternalStore } from 'react';

/** A value outside React that components can follow. */
export interface Store<T> {
  get: () => T;
  set: (next: T | ((previous: T) => T)) => void;
  subscribe: (listener: () => void) => () => void;
}

/** What the page remembers beside its cache, each part by what makes it. */
let appState = new Map<() => unknown, unknown>();

/** Begins with nothing remembered, as a page that opens: each test does. */
export function openAppState(): void {
  appState = new Map();
}

/** Declares a part of what the page remembers, beside what needs it: made when it is first asked for. */
export function statePart<T>(make: () => T): () => T {
  return () => {
    if (!appState.has(make)) appState.set(make, make());
    return appState.get(make) as T;
  };
}

/** Declares a part that components can follow. */
export function createStore<T>(initial: T): Store<T> {
  const own = statePart(() => ({ value: initial, listeners: new Set<() => void>() }));
  return {
    get: () => own().value,
    set: (next) => {
      const { value, listeners } = own();
      own().value = typeof next === 'function' ? (next as (previous: T) => T)(value) : next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      const { listeners } = own();
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStore<T>(store: Pick<Store<T>, 'get' | 'subscribe'>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}
