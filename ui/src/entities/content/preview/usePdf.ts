import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useEffectEvent, useState } from 'react';
import { formatBytes } from '../../../lib/format';
import { t } from '../../../words/translate';
import { watchGrowth } from './memoryGrowth';
import { openPdf, type LeftOut } from './openPdf';
import { PDF_BYTES } from './pdfBudget';

/** Where the reading of a PDF is. */
type Pdf =
  | { kind: 'loading' }
  | { kind: 'failed'; reason: string }
  | { kind: 'open'; document: PDFDocumentProxy; size: { width: number; height: number } };

/** A document that is not open by then is given up. */
const OPENED_MS = 30_000;

/** Opens a PDF, and closes it when it is no longer shown. `onLargeImage` hears why an image is not drawn. */
export function usePdf(bytes: Uint8Array<ArrayBuffer>, onLargeImage: (left: LeftOut) => void): Pdf {
  const [pdf, setPdf] = useState<Pdf>({ kind: 'loading' });
  const leftOut = useEffectEvent(onLargeImage);
  useEffect(() => {
    let wanted = true;
    const tooLarge = (): void => fail(t('content.pdf.tooLarge', { size: formatBytes(PDF_BYTES) }));
    const opened = openPdf(bytes, { onLargeImage: (left) => leftOut(left), onTooLarge: tooLarge });
    const endWatch = watchGrowth(tooLarge);
    const open = async (): Promise<void> => {
      const document = await opened.document;
      const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 });
      if (wanted) setPdf({ kind: 'open', document, size: { width, height } });
    };
    const fail = (reason: string): void => {
      if (wanted) setPdf({ kind: 'failed', reason });
      end();
    };
    const late = setTimeout(() => fail(t('content.pdf.slow', { seconds: OPENED_MS / 1_000 })), OPENED_MS);
    const end = (): void => {
      wanted = false;
      clearTimeout(late);
      endWatch();
      opened.close();
    };
    open().then(
      () => clearTimeout(late),
      (error: unknown) => fail(reasonOf(error)),
    );
    return end;
  }, [bytes]);
  return pdf;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.name === 'PasswordException' ? t('content.pdf.password') : error.message;
}
