import { vi } from 'vitest';

/** The library for PDFs calls it, and Node 20 lacks it. */
function withResolvers(): object {
  const parts = {};
  const promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return { ...parts, promise };
}
if (!('withResolvers' in Promise)) Object.assign(Promise, { withResolvers });

/** Every page is in sight at once. */
export function allInSight(): void {
  class Near {
    constructor(private readonly seen: IntersectionObserverCallback) {}
    observe = (target: Element) =>
      this.seen([{ target, isIntersecting: true } as IntersectionObserverEntry], this as never);
    unobserve = () => {};
  }
  vi.stubGlobal('IntersectionObserver', Near);
}
