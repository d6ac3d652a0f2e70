import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { TextContent } from 'pdfjs-dist/types/src/display/api';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { Note } from '../../../kit/Note';
import { t } from '../../../words/translate';
import styles from './pdf.module.css';

/** More pixels are not drawn on one page, whatever the zoom. */
const CANVAS_PIXELS = 16_000_000;

/** Nor is a page drawn with a longer side, in pixels: of very flat pages hundreds are near at once. */
const CANVAS_SIDE = 8_192;

/** So many pieces of text of a page can be selected: each is an element of its own. */
const TEXTS = 10_000;

/** A page that takes longer ends the document. */
export const PAGE_MS = 30_000;

/** How near a page must be to be drawn. */
const NEAR = '600px';

interface PdfPageProps {
  document: PDFDocumentProxy;
  number: number;
  scale: number;
  /** How large pages are taken to be until they are read, in points. */
  size: { width: number; height: number };
  /** The page takes too long. */
  onSlow: () => void;
}

/** One page: an empty sheet until it comes near what is in sight. */
export function PdfPage({ document: pdf, number, scale, size: assumed, onSlow }: PdfPageProps): ReactNode {
  const sheet = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  const [size, setSize] = useState(assumed);
  useEffect(() => {
    if (sheet.current === null) return undefined;
    const watch = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: NEAR },
    );
    watch.observe(sheet.current);
    return () => watch.disconnect();
  }, []);
  return (
    <div
      ref={sheet}
      className={styles['sheet']}
      data-page={number}
      role="group"
      aria-label={t('content.pdf.number', { number })}
      style={{ width: size.width * scale, height: size.height * scale }}
    >
      {near && <Drawn document={pdf} number={number} scale={scale} onSize={setSize} onSlow={onSlow} />}
    </div>
  );
}

/** How the drawing of a page ended; of an incomplete one images or fonts are missing. */
type Outcome = 'whole' | 'incomplete' | 'failed';

interface DrawnProps {
  document: PDFDocumentProxy;
  number: number;
  scale: number;
  onSize: (size: { width: number; height: number }) => void;
  onSlow: () => void;
}

function Drawn({ document: pdf, number, scale, onSize, onSlow }: DrawnProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const texts = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<Outcome>('whole');
  const slow = useEffectEvent(onSlow);
  useEffect(() => {
    const stop = new AbortController();
    const late = setTimeout(() => {
      stop.abort();
      slow();
    }, PAGE_MS);
    const ended = (outcome: Outcome): void => {
      clearTimeout(late);
      if (!stop.signal.aborted) setDrawn(outcome);
    };
    drawPage({ pdf, number, scale, canvas, texts, onSize, signal: stop.signal }).then(ended, () =>
      ended('failed'),
    );
    return () => {
      clearTimeout(late);
      stop.abort();
    };
  }, [pdf, number, scale, onSize]);
  return (
    <>
      <canvas ref={canvas} className={styles['canvas']} aria-hidden />
      <div ref={texts} className={styles['texts']} style={{ '--total-scale-factor': scale } as object} />
      {drawn === 'failed' && <p className={styles['fault']}>{t('content.pdf.pageFailed', { number })}</p>}
      {drawn === 'incomplete' && (
        <div className={styles['missing']}>
          <Note tone="lamp">{t('content.pdf.incomplete', { number })}</Note>
        </div>
      )}
    </>
  );
}

interface Drawing extends Pick<DrawnProps, 'number' | 'scale' | 'onSize'> {
  pdf: PDFDocumentProxy;
  canvas: { readonly current: HTMLCanvasElement | null };
  texts: { readonly current: HTMLDivElement | null };
  signal: AbortSignal;
}

/** Draws a page, and lays its text over it so that it can be selected. */
async function drawPage({ pdf, number, scale, canvas, texts, onSize, signal }: Drawing): Promise<Outcome> {
  const [{ TextLayer }, page] = await Promise.all([
    import('pdfjs-dist/legacy/build/pdf.mjs'),
    pdf.getPage(number),
  ]);
  const own = page.getViewport({ scale: 1 });
  if (signal.aborted || canvas.current === null || texts.current === null) return 'whole';
  onSize({ width: own.width, height: own.height });
  const viewport = page.getViewport({ scale: Math.min(scale * window.devicePixelRatio, largestScale(own)) });
  canvas.current.width = Math.floor(viewport.width);
  canvas.current.height = Math.floor(viewport.height);
  const task = page.render({ canvas: canvas.current, viewport });
  const layer = new TextLayer({
    textContentSource: firstTexts(page.streamTextContent()),
    container: texts.current,
    viewport: page.getViewport({ scale }),
  });
  signal.addEventListener('abort', () => {
    task.cancel();
    layer.cancel();
  });
  await Promise.all([task.promise, layer.render()]);
  return isIncomplete(page) ? 'incomplete' : 'whole';
}

/** The scale at which a page takes as many pixels as one may. */
const largestScale = ({ width, height }: { width: number; height: number }): number =>
  Math.min(Math.sqrt(CANVAS_PIXELS / (width * height)), CANVAS_SIDE / Math.max(width, height));

function firstTexts(texts: ReadableStream<TextContent>): ReadableStream<TextContent> {
  let left = TEXTS;
  const first = new TransformStream<TextContent, TextContent>({
    transform(content, controller) {
      controller.enqueue({ ...content, items: content.items.slice(0, left) });
      left -= content.items.length;
      if (left <= 0) controller.terminate();
    },
  });
  return texts.pipeThrough(first);
}

/** Whether the library left something out: it gives nothing for an image it cannot decode, and a text for a font. */
const isIncomplete = ({ objs, commonObjs }: PDFPageProxy): boolean =>
  [...objs, ...commonObjs].some(([, part]) => part === null || typeof part === 'string');
