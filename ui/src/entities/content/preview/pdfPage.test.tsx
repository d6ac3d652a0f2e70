import { act, screen, waitFor } from '@testing-library/react';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { expect, test } from 'vitest';
import { allInSight } from '../../../test/pdf';
import { renderPart } from '../../../test/render';
import { t } from '../../../words/translate';
import { PdfPage } from './PdfPage';

const size = { width: 320, height: 120 };
const viewport = {
  ...size,
  scale: 1,
  rotation: 0,
  rawDims: { pageWidth: size.width, pageHeight: size.height, pageX: 0, pageY: 0 },
};

/** A document whose page is drawn with these parts. */
function documentOf(parts: readonly unknown[], drawn: () => Promise<void>): PDFDocumentProxy {
  const page = {
    getViewport: () => viewport,
    render: () => ({ promise: drawn(), cancel: () => {} }),
    streamTextContent: () => new ReadableStream({ start: (controller) => controller.close() }),
    objs: parts.map((part, index) => [`img_${index}`, part]),
    commonObjs: [['font', {}]],
  };
  return { getPage: async () => page } as unknown as PDFDocumentProxy;
}

const whole = async (): Promise<void> => {};
const broken = async (): Promise<void> => {
  throw new Error('broken');
};

const INCOMPLETE = t('content.pdf.incomplete', { number: 1 });
const FAILED = t('content.pdf.pageFailed', { number: 1 });

test.each([
  ['a page with all its parts says nothing', [{ bitmap: {} }], whole, []],
  ['an image that cannot be decoded is missing', [{ bitmap: {} }, null], whole, [INCOMPLETE]],
  ['a font that cannot be loaded is missing', ['no such character map'], whole, [INCOMPLETE]],
  ['a page that cannot be drawn says that alone', [null], broken, [FAILED]],
])('%s', async (_what, parts, drawn, said) => {
  allInSight();
  renderPart(<PdfPage document={documentOf(parts, drawn)} number={1} scale={1} size={size} />);
  const shown = () => [INCOMPLETE, FAILED].filter((text) => screen.queryByText(text) !== null);
  if (said.length === 0) await act(async () => {});
  await waitFor(() => expect(shown()).toEqual(said));
});
