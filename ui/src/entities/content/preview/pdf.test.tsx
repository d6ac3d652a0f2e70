import { screen } from '@testing-library/react';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { expect, test, vi } from 'vitest';
import { renderPart } from '../../../test/render';
import { t } from '../../../words/translate';
import PdfPages from './PdfPages';
import * as pdf from './usePdf';

const PAGES = 100_000_000;

test('of a document that declares any number of pages the first are shown, and its page size is told', () => {
  const document = { numPages: PAGES } as PDFDocumentProxy;
  // The document is opened by a worker, which there is only in a browser.
  vi.spyOn(pdf, 'usePdf').mockReturnValue({ kind: 'open', document, size: { width: 595, height: 842 } });
  const found = vi.fn();
  const { container } = renderPart(<PdfPages bytes={new Uint8Array()} label="A" onDimensions={found} />);
  const shown = container.querySelectorAll('[data-page]').length;
  expect(shown).toBe(2_000);
  expect(screen.getByRole('note').textContent).toBe(t('content.pdf.first', { shown, pages: PAGES }));
  expect(found.mock.calls, 'once, in points').toEqual([[{ unit: 'pt', width: 595, height: 842 }]]);
});
