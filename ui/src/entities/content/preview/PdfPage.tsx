import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { TextContent } from 'pdfjs-dist/types/src/display/api';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { Note } from '../../../kit/Note';
import { statePart } from '../../../lib/store';
import { t } from '../../../words/translate';
import { nextPixels, sizeCanvas } from './canvasPixels';
import styles from './pdf.module.css';

/** A page is not drawn with a longer side, in pixels: of very flat pages hundreds are near at once. */
const CANVAS_SIDE = 8_192;

/** So many pieces of text of a page can be selected: each is an element of its own. */
const TEXTS = 10_000;

/** A page that takes longer ends the document. */
export const PAGE_MS = 30_000;

/** How near a page must be to be drawn. */
const NEAR = '600px';

/** Sheets are no lower until their pages are read, in pixels: of a document that begins with a dot all would be near. */
const SHEET_HEIGHT = 200;

interface Size {
  width: number;
  height: number;
}

interface PdfPageProps {
  document: PDFDocumentProxy;
  number: number;
  scale: number;
  /** How large pages are taken to be until they are read, in points. */
  size: Size;
  /** The page takes too long. */
  onSlow: () => void;
}

type OnNear = (isNear: boolean) => void;

/** One observer watches all sheets. */
const watching = statePart(() => ({
  observer: null as IntersectionObserver | null,
  sheets: new Map<Element, OnNear>(),
}));

/** Says whenever a sheet comes near what is in sight, or no longer is. */
function watchNear(sheet: Element, onNear: OnNear): () => void {
  const all = watching();
  all.observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) all.sheets.get(target)?.(isIntersecting);
    },
    { rootMargin: NEAR },
  );
  all.sheets.set(sheet, onNear);
  all.observer.observe(sheet);
  return () => {
    all.sheets.delete(sheet);
    all.observer?.unobserve(sheet);
  };
}

/** One page: an empty sheet until it comes near what is in sight. */
export function PdfPage({ document: pdf, number, scale, size: assumed, onSlow }: PdfPageProps): ReactNode {
  const sheet = useRef<HTMLDivElement>(null);
  const [read, setRead] = useState<{ of: PDFDocumentProxy; size: Size } | null>(null);
  const size = read?.of === pdf ? read.size : null;
  // A sheet that gets its size may push itself or others away: it is near only as large as it was seen.
  const [near, setNear] = useState<{ size: Size | null } | null>(null);
  useEffect(() => {
    if (sheet.current === null) return undefined;
    return watchNear(sheet.current, (isNear) => setNear(isNear ? { size } : null));
  }, [size]);
  const height = size === null ? Math.max(assumed.height * scale, SHEET_HEIGHT) : size.height * scale;
  return (
    <div
      ref={sheet}
      className={styles['sheet']}
      data-page={number}
      role="group"
      aria-label={t('content.pdf.number', { number })}
      style={{ width: (size ?? assumed).width * scale, height }}
    >
      {near !== null && near.size === size && (
        <Drawn document={pdf} number={number} scale={scale} size={size} onSize={setRead} onSlow={onSlow} />
      )}
    </div>
  );
}

/** How the drawing of a page ended; of an incomplete one images or fonts are missing. */
type Outcome = 'whole' | 'incomplete' | 'failed';

interface DrawnProps {
  document: PDFDocumentProxy;
  number: number;
  scale: number;
  /** `null` = it is not read yet, which is all that is done then. */
  size: Size | null;
  onSize: (read: { of: PDFDocumentProxy; size: Size }) => void;
  onSlow: () => void;
}

function Drawn({ document: pdf, number, scale, size, onSize, onSlow }: DrawnProps): ReactNode {
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
    const work = async (): Promise<Outcome> => {
      const page = await pdf.getPage(number);
      if (size !== null) return drawPage({ page, scale, canvas, texts, signal: stop.signal });
      const { width, height } = page.getViewport({ scale: 1 });
      if (!stop.signal.aborted) onSize({ of: pdf, size: { width, height } });
      return 'whole';
    };
    work().then(ended, () => ended('failed'));
    return () => {
      clearTimeout(late);
      stop.abort();
    };
  }, [pdf, number, scale, size, onSize]);
  useEffect(() => {
    const drawnOn = canvas.current;
    return () => void (drawnOn !== null && sizeCanvas(drawnOn, 0, 0));
  }, []);
  useEffect(() => () => void forgetPage(pdf, number), [pdf, number]);
  return (
    <>
      <canvas ref={canvas} className={styles['canvas']} width={0} height={0} aria-hidden />
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

/** Lets go of what was read of a page, such as its images. */
async function forgetPage(pdf: PDFDocumentProxy, number: number): Promise<void> {
  const page = await pdf.getPage(number).catch(() => null);
  page?.cleanup();
}

interface Drawing {
  page: PDFPageProxy;
  scale: number;
  canvas: { readonly current: HTMLCanvasElement | null };
  texts: { readonly current: HTMLDivElement | null };
  signal: AbortSignal;
}

/** Draws a page, and lays its text over it so that it can be selected. */
async function drawPage({ page, scale, canvas, texts, signal }: Drawing): Promise<Outcome> {
  const { TextLayer } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  if (signal.aborted || canvas.current === null || texts.current === null) return 'whole';
  const most = largestScale(page.getViewport({ scale: 1 }));
  const viewport = page.getViewport({ scale: Math.min(scale * window.devicePixelRatio, most) });
  sizeCanvas(canvas.current, Math.floor(viewport.width), Math.floor(viewport.height));
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

/** The scale at which a page takes as many pixels as it may. */
const largestScale = ({ width, height }: Size): number =>
  Math.min(Math.sqrt(nextPixels() / (width * height)), CANVAS_SIDE / Math.max(width, height));

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
