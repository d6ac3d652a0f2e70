import { MessageChannel } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { screen, waitFor } from '@testing-library/react';
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { afterEach, expect, test, vi } from 'vitest';
import { pdfWithImage } from '../../../host/fake/previews';
import { allInSight } from '../../../test/pdf';
import { renderPart, said } from '../../../test/render';
import { t } from '../../../words/translate';
import { forwardLargeImages } from './largeImages';
import { PICTURE_TOO_LARGE } from './pdfBudget';
import PdfPages from './PdfPages';

interface Library {
  pdfjsWorker: { WorkerMessageHandler: { initializeFromPort: (port: MessagePort) => void } };
}

const opened: MessagePort[] = [];

/** Stands in for the worker, which there is only in a browser: the library's own code for it, in this process. */
function workerHere(...says: readonly string[]): Worker {
  const { port1, port2 } = new MessageChannel();
  opened.push(port1, port2);
  (globalThis as unknown as Library).pdfjsWorker.WorkerMessageHandler.initializeFromPort(port1);
  const warn = { warn: (_text: unknown) => {} };
  forwardLargeImages(warn, (found) => port1.postMessage(found));
  vi.spyOn(console, 'warn').mockImplementation((text) => warn.warn(text));
  port1.start();
  port2.start();
  for (const message of says) port1.postMessage(message);
  return Object.assign(port2, { terminate: () => port2.close() }) as unknown as Worker;
}

afterEach(() => {
  for (const port of opened.splice(0)) port.close();
});

const LEFT_OUT = t('content.pdf.largeImage', { megapixels: 64 });

const NO_MEMORY = t('content.pdf.imageTooLarge', { size: '512 MB' });

test.each([
  ['an image of too many pixels', 8_001, 8_000, [], [LEFT_OUT]],
  ['an image of few pixels', 8, 1, [], []],
  ['two images that take too much', 8, 1, [PICTURE_TOO_LARGE, PICTURE_TOO_LARGE], [NO_MEMORY]],
  ['images of both kinds', 8_001, 8_000, [PICTURE_TOO_LARGE], [NO_MEMORY, LEFT_OUT]],
] as const)('a PDF with %s says what is not displayed', async (_what, width, height, says, notes) => {
  vi.stubGlobal('Worker', function WorkerStub() {
    return workerHere(...says);
  });
  allInSight();
  const bytes = new TextEncoder().encode(pdfWithImage(width, height));
  const { container } = renderPart(<PdfPages bytes={bytes} label="A" />);
  // Nothing is drawn here for want of a canvas; that is known once the page was read.
  await screen.findByText(t('content.pdf.pageFailed', { number: 1 }));
  const shown = () => [...container.querySelectorAll('[role="note"]')].map(({ textContent }) => textContent);
  await waitFor(() => expect(shown()).toEqual(notes));
  expect(said(), 'a screen reader hears it').toContain(notes.at(-1) ?? '');
});
