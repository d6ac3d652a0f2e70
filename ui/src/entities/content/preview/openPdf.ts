import type { PDFDocumentProxy } from 'pdfjs-dist';
// The bundler gives the addresses of files in this window's own origin.
/* oxlint-disable import/default */
import jbig2Url from 'pdfjs-dist/wasm/jbig2_nowasm_fallback.js?url';
import openjpegUrl from 'pdfjs-dist/wasm/openjpeg_nowasm_fallback.js?url';
/* oxlint-enable import/default */
import { SHEET_PIXELS } from './canvasPixels';
import { IMAGE_PIXELS, LARGE_IMAGE } from './largeImages';
import { PICTURE_TOO_LARGE, TOO_LARGE } from './pdfBudget';
import { ModuleParts } from './pdfParts';

/** Why an image is left out: it has too many pixels, or takes too much memory. */
export type LeftOut = typeof LARGE_IMAGE | typeof PICTURE_TOO_LARGE;

/** A PDF that is being opened. */
export interface OpenPdf {
  document: Promise<PDFDocumentProxy>;
  close: () => void;
}

/**
 * Opens a PDF in a worker of this window's own origin. Nothing is fetched: decoders, character maps and fonts that the
 * document lacks are modules of the page. Scripts and forms (XFA) of the document are not read. Color profiles would need
 * WebAssembly, which the policy forbids; the colors are then those of the color space by its number of components.
 * Images of too many pixels, or that take too much memory, are left out; the library does not say on which page. A
 * document that takes too much memory is to be closed.
 */
export function openPdf(
  bytes: Uint8Array<ArrayBuffer>,
  { onLargeImage, onTooLarge }: { onLargeImage: (left: LeftOut) => void; onTooLarge: () => void },
): OpenPdf {
  // The library would make a worker of its own from a blob where the origin is not one of the web.
  const worker = new Worker(new URL('pdf.worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }) => {
    if (data === LARGE_IMAGE || data === PICTURE_TOO_LARGE) onLargeImage(data);
    if (data === TOO_LARGE) onTooLarge();
  });
  const refused = new Promise<never>((_, reject) => {
    worker.addEventListener('error', ({ message }) => reject(new Error(message || 'worker')));
  });
  const read = async (): Promise<PDFDocumentProxy> => {
    const { getDocument, PDFWorker, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
    return getDocument({
      data: bytes,
      // The worker's warnings are read there (`largeImages.ts`).
      worker: PDFWorker.create({ port: worker, verbosity: VerbosityLevel.WARNINGS }),
      verbosity: VerbosityLevel.ERRORS,
      enableXfa: false,
      useWorkerFetch: false,
      useWasm: false,
      wasmUrl: decodersUrl(),
      BinaryDataFactory: ModuleParts,
      disableAutoFetch: true,
      disableRange: true,
      disableStream: true,
      maxImageSize: IMAGE_PIXELS,
      // Larger ones are made smaller while they are read: each pixel takes four bytes.
      canvasMaxAreaInBytes: SHEET_PIXELS * 4,
    }).promise;
  };
  return { document: Promise.race([read(), refused]), close: () => worker.terminate() };
}

/** The folder of the decoders for JBIG2, fax (CCITT) and JPEG 2000, which the worker imports by their names. */
function decodersUrl(): string {
  const [folder, other] = [jbig2Url, openjpegUrl].map((url) => url.slice(0, url.lastIndexOf('/') + 1));
  if (folder === undefined || folder !== other) throw new Error('the decoders are in two folders');
  return folder;
}
