import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { palette } from '../lib/palette';
import { openAppState } from '../lib/store';
import { en } from '../words/en';
import { setLanguage } from '../words/translate';
import { leaveOutUnseenWork } from './cheaper';
import { matchMedia, narrowWindow } from './media';

leaveOutUnseenWork();

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

// The files that a worker runs share their modules and their document. Each test leaves both as it found them.
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  palette.close();
  notifications.clean();
  openAppState();
  setLanguage('en', en);
  narrowWindow(false);
  document.head.replaceChildren();
  document.body.replaceChildren();
});
// A part of the page that is loaded late must not arrive in the next file.
afterAll(() => vi.dynamicImportSettled());

Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
// What happy-dom lacks and Mantine or the lists ask for.
Object.defineProperty(window, 'matchMedia', { writable: true, value: matchMedia });
window.HTMLElement.prototype.scrollIntoView = vi.fn();
