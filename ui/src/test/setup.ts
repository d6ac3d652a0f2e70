import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { matchMedia } from './media';

// Generous: a busy machine is no failure. And a page of markup explains none.
configure({
  asyncUtilTimeout: 20_000,
  // What is repeated for a screen reader is no second text.
  defaultIgnore: 'script, style, [data-announcer] *, [data-description]',
  getElementError: (message) => {
    const error = new Error(message ?? 'No such element');
    error.name = 'TestingLibraryElementError';
    return error;
  },
});

afterEach(cleanup);
// A part of the page that is loaded late must not arrive after the document has gone.
afterAll(() => vi.dynamicImportSettled());

Object.defineProperty(document, 'fonts', { value: new EventTarget() });
// What happy-dom lacks and Mantine or the lists ask for.
Object.defineProperty(window, 'matchMedia', { writable: true, value: matchMedia });
window.HTMLElement.prototype.scrollIntoView = vi.fn();
