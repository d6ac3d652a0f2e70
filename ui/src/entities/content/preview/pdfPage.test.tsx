import { act, screen, waitFor } from '@testing-library/react';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pass, stopClock } from '../../../test/clock';
import { renderPart } from '../../../test/render';
import { t } from '../../../words/translate';
import { PAGE_MS, PdfPage } from './PdfPage';

/** Told that a page is no longer shown. */
const cleanup = vi.fn();

/** How many texts each page laid out. */
const laidOut = vi.hoisted(() => [] as number[]);

vi.mock('pdfjs-dist/legacy/build/pdf.mjs', () => ({
  TextLayer: class {
    constructor(private readonly given: { textContentSource: ReadableStream<{ items: unknown[] }> }) {}
    render = async () => {
      let texts = 0;
      for await (const { items } of this.given.textContentSource) texts += items.length;
      laidOut.push(texts);
    };
    cancel = () => {};
  },
}));

beforeEach(() => void (laidOut.length = 0));

const size = { width: 320, height: 120 };

/** A document whose page is drawn with these parts. */
function documentOf(
  parts: readonly unknown[],
  drawn: () => Promise<void>,
  own = size,
  texts: readonly { items: unknown[] }[] = [],
): PDFDocumentProxy {
  const page = {
    getViewport: ({ scale }: { scale: number }) => ({ width: own.width * scale, height: own.height * scale }),
    render: () => ({ promise: drawn(), cancel: () => {} }),
    streamTextContent: () =>
      new ReadableStream({
        start: (controller) => {
          for (const part of texts) controller.enqueue(part);
          controller.close();
        },
      }),
    cleanup,
    objs: parts.map((part, index) => [`img_${index}`, part]),
    commonObjs: [['font', {}]],
  };
  return { getPage: async () => page } as unknown as PDFDocumentProxy;
}

/** The page is in sight at once. */
class Near {
  static made = 0;
  constructor(protected readonly seen: IntersectionObserverCallback) {
    Near.made += 1;
  }
  observe = (target: Element): void =>
    this.seen([{ target, isIntersecting: true } as IntersectionObserverEntry], this as never);
  unobserve = () => {};
}

/** The page is not in sight. */
class Far {
  observe = () => {};
  unobserve = () => {};
}

const sheets = () => screen.getAllByRole('group');

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
  renderPart(
    <PdfPage document={documentOf(parts, drawn)} number={1} scale={1} size={size} onSlow={() => {}} />,
  );
  const shown = () => [INCOMPLETE, FAILED].filter((text) => screen.queryByText(text) !== null);
  if (said.length === 0) await act(async () => {});
  await waitFor(() => expect(shown()).toEqual(said));
});

test('a page that is drawn without end is given up', async () => {
  stopClock();
  vi.stubGlobal('IntersectionObserver', Near);
  const slow = vi.fn();
  const endless = documentOf([], () => new Promise(() => {}));
  renderPart(<PdfPage document={endless} number={1} scale={1} size={size} onSlow={slow} />);
  // Its size is read first, in a time of its own.
  await pass(0);
  await pass(PAGE_MS - 1);
  expect(slow).not.toHaveBeenCalled();
  await pass(1);
  expect(slow).toHaveBeenCalledOnce();
});

test.each<[what: string, width: number, height: number]>([
  ['very flat', 16_000_000, 1],
  ['very large', 100_000, 100_000],
])('a %s page takes few pixels', async (_what, width, height) => {
  vi.stubGlobal('IntersectionObserver', Near);
  const shown = documentOf([], whole, { width, height });
  renderPart(<PdfPage document={shown} number={1} scale={1} size={size} onSlow={() => {}} />);
  const canvas = await waitFor(() => {
    const drawn = document.querySelector('canvas');
    expect(drawn?.width).toBeGreaterThan(300);
    return drawn as HTMLCanvasElement;
  });
  expect(Math.max(canvas.width, canvas.height)).toBeLessThanOrEqual(8_192);
  expect(canvas.width * canvas.height).toBeLessThanOrEqual(16_000_000);
});

test('of very many texts of a page the first can be selected', async () => {
  vi.stubGlobal('IntersectionObserver', Near);
  const texts = Array.from({ length: 900 }, () => ({
    items: Array.from({ length: 100 }, () => ({ str: 'a' })),
  }));
  renderPart(
    <PdfPage
      document={documentOf([], whole, size, texts)}
      number={1}
      scale={1}
      size={size}
      onSlow={() => {}}
    />,
  );
  await waitFor(() => expect(laidOut).toHaveLength(1));
  expect(laidOut[0]).toBe(10_000);
});

test('of a document that begins with a dot few sheets are near', () => {
  vi.stubGlobal('IntersectionObserver', Far);
  const dot = { width: 1, height: 1 };
  renderPart(<PdfPage document={documentOf([], whole)} number={1} scale={1} size={dot} onSlow={() => {}} />);
  expect(sheets()[0]?.style.height).toBe('200px');
});

test('a page that its own size pushes away is not drawn', async () => {
  // The first sheet is near for as long as it is as large as it is taken to be.
  vi.stubGlobal(
    'IntersectionObserver',
    class extends Near {
      override observe = (target: Element) => {
        const isIntersecting = target instanceof HTMLElement && target.style.height !== '4000px';
        this.seen([{ target, isIntersecting } as IntersectionObserverEntry], this as never);
      };
    },
  );
  const drawn = vi.fn(whole);
  const large = documentOf([], drawn, { width: 4_000, height: 4_000 });
  renderPart(<PdfPage document={large} number={1} scale={1} size={size} onSlow={() => {}} />);
  await waitFor(() => expect(sheets()[0]?.style.height).toBe('4000px'));
  await act(async () => {});
  expect(drawn).not.toHaveBeenCalled();
  expect(document.querySelector('canvas')).toBeNull();
});

test('all pages together take few pixels, and none once they are not shown', async () => {
  vi.stubGlobal('IntersectionObserver', Near);
  const rendered = vi.fn(whole);
  const large = documentOf([], rendered, { width: 4_000, height: 4_000 });
  const pages = Array.from({ length: 30 }, (_, index) => (
    <PdfPage key={index} document={large} number={index + 1} scale={1} size={size} onSlow={() => {}} />
  ));
  const pixels = (canvases: Iterable<HTMLCanvasElement>): number[] =>
    Array.from(canvases, ({ width, height }) => width * height);
  const drawn = async (): Promise<HTMLCanvasElement[]> => {
    await waitFor(() => expect(rendered).toHaveBeenCalledTimes(30));
    rendered.mockClear();
    return [...document.querySelectorAll('canvas')];
  };
  const { made } = Near;
  const first = renderPart(<>{pages}</>);
  const canvases = await drawn();
  expect(Near.made - made, 'one observer watches them all').toBe(1);
  const taken = pixels(canvases);
  expect(taken.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(64_000_000);
  expect(Math.min(...taken), 'none stays empty').toBeGreaterThan(0);
  cleanup.mockClear();
  first.unmount();
  expect(new Set(pixels(canvases))).toEqual(new Set([0]));
  await waitFor(() => expect(cleanup, 'their images are let go').toHaveBeenCalledTimes(30));
  renderPart(<>{pages}</>);
  expect(pixels(await drawn()), 'what they took is free again').toEqual(taken);
});
