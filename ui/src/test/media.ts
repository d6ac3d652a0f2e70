/** The window's media queries: none matches, but the one for a narrow window when a test says so. */
const listeners = new Set<(event: MediaQueryListEvent) => void>();
let narrow = false;

const matches = (query: string): boolean => narrow && query.includes('max-width');

/** Makes the window narrow, or wide again; whoever asked hears of it. */
export function narrowWindow(now: boolean): void {
  narrow = now;
  for (const tell of listeners) tell({ matches: now } as MediaQueryListEvent);
}

/** Stands for `window.matchMedia`. */
export function matchMedia(query: string): unknown {
  return {
    get matches() {
      return matches(query);
    },
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: (_: string, listener: (event: MediaQueryListEvent) => void) => {
      if (query.includes('max-width')) listeners.add(listener);
    },
    removeEventListener: (_: string, listener: (event: MediaQueryListEvent) => void) => {
      listeners.delete(listener);
    },
    dispatchEvent: () => false,
  };
}
