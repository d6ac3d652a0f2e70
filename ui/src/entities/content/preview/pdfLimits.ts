// Before the library in its worker (`pdf.worker.ts`): what it takes has a limit, and beyond it the document is ended.

import {
  Budget,
  limitArrays,
  limitLists,
  limitMaps,
  limitUnpacking,
  PDF_BYTES,
  PDF_MAPS,
  PICTURE_TOO_LARGE,
  SentPages,
  TOO_LARGE,
  type ArrayScope,
  type UnpackingScope,
} from './pdfBudget';

const scope = globalThis as unknown as ArrayScope & UnpackingScope & DedicatedScope;

/** The part of a worker's global object that is used here; the types of the page's are others. */
interface DedicatedScope {
  postMessage: (message: unknown, transferred?: Transferable[]) => void;
}

const post = scope.postMessage.bind(globalThis);
const end = (): void => post(TOO_LARGE);
const sent = new SentPages(new Budget(PDF_BYTES, end));
const own = new Budget(PDF_BYTES, end);
limitUnpacking(scope, own);
limitArrays(scope, own, () => post(PICTURE_TOO_LARGE));
limitLists(globalThis, own);
limitMaps(globalThis, new Budget(PDF_MAPS, end), own);
addEventListener('message', ({ data }: MessageEvent) => {
  if (typeof data === 'object' && data !== null) sent.asked(data as object);
});
scope.postMessage = (message, ...rest) => {
  if (typeof message === 'object' && message !== null) sent.sent(message);
  post(message, ...rest);
};
