import { act, screen, waitFor } from '@testing-library/react';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPart } from '../../../test/render';
import { t } from '../../../words/translate';
import { PdfPage } from './PdfPage';

vi.mock('pdfjs-dist/legacy/build/pdf.mjs', () => ({
  TextLayer: class {
    render = async () => {};
    cancel = () => {};
  },
}));

const size = { width: 320, height: 120 };

/** A document whose page is drawn with these parts. */
function documentOf(parts: readonly unknown[], drawn: () => Promise<void>): PDFDocumentProxy {
  const page = {
    getViewport: () => size,
    render: () => ({ promise: drawn(), cancel: () => {} }),
    streamTextContent: () => null,
    objs: parts.map((part, index) => [`img_${index}`, part]),
    commonObjs: [['font', {}]],
  };
  return { getPage: async () => page } as unknown as PDFDocumentProxy;
}

/** The page is in sight at once. */
class Near {
  constructor(private readonly seen: IntersectionObserverCallback) {}
  observe = () => this.seen([{ isIntersecting: true } as IntersectionObserverEntry], this as never);
  disconnect = () => {};
}

afterEach(() => vi.unstubAllGlobals());

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
  vi.stubGlobal('IntersectionObserver', Near);
  renderPart(<PdfPage document={documentOf(parts, drawn)} number={1} scale={1} size={size} />);
  const shown = () => [INCOMPLETE, FAILED].filter((text) => screen.queryByText(text) !== null);
  if (said.length === 0) await act(async () => {});
  await waitFor(() => expect(shown()).toEqual(said));
});
