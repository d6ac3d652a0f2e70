import type { PDFDocumentProxy } from 'pdfjs-dist';
// The bundler gives the address of a file in this window's own origin.
// oxlint-disable-next-line import/default
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

/** The largest picture in a PDF that is drawn, in pixels. */
const PICTURE_PIXELS = 64_000_000;

/** A PDF that is being opened. */
export interface OpenPdf {
  document: Promise<PDFDocumentProxy>;
  close: () => void;
}

/**
 * Opens a PDF in a worker of this window's own origin. Nothing is fetched: no fonts, no character maps, no other parts;
 * scripts and forms (XFA) of the document are not read.
 */
export function openPdf(bytes: Uint8Array<ArrayBuffer>): OpenPdf {
  // The library would make a worker of its own from a blob where the origin is not one of the web.
  const worker = new Worker(workerUrl, { type: 'module' });
  const refused = new Promise<never>((_, reject) => {
    worker.addEventListener('error', ({ message }) => reject(new Error(message || 'worker')));
  });
  const read = async (): Promise<PDFDocumentProxy> => {
    const { getDocument, PDFWorker, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
    return getDocument({
      data: bytes,
      worker: PDFWorker.create({ port: worker }),
      verbosity: VerbosityLevel.ERRORS,
      enableXfa: false,
      useWorkerFetch: false,
      useWasm: false,
      disableAutoFetch: true,
      disableRange: true,
      disableStream: true,
      maxImageSize: PICTURE_PIXELS,
    }).promise;
  };
  return { document: Promise.race([read(), refused]), close: () => worker.terminate() };
}
