import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// Generous: a busy machine is no failure. And a page of markup explains none.
configure({
  asyncUtilTimeout: 20_000,
  getElementError: (message) => {
    const error = new Error(message ?? 'No such element');
    error.name = 'TestingLibraryElementError';
    return error;
  },
});

afterEach(cleanup);

Object.defineProperty(document, 'fonts', { value: new EventTarget() });
// What happy-dom lacks and Mantine or the lists ask for.
Object.defineProperty(window, 'matchMedia', {
  writable: true,
  value: (query: string) => ({
    matches: false,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    dispatchEvent: () => false,
  }),
});
window.HTMLElement.prototype.scrollIntoView = vi.fn();
