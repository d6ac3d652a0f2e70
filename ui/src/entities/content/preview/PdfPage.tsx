import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Note } from '../../../kit/Note';
import { t } from '../../../words/translate';
import styles from './pdf.module.css';

/** More pixels are not drawn on one page, whatever the zoom. */
const CANVAS_PIXELS = 16_000_000;

/** How near a page must be to be drawn. */
const NEAR = '600px';

interface PdfPageProps {
  document: PDFDocumentProxy;
  number: number;
  scale: number;
  /** How large pages are taken to be until they are read, in points. */
  size: { width: number; height: number };
}

/** One page: an empty sheet until it comes near what is in sight. */
export function PdfPage({ document: pdf, number, scale, size: assumed }: PdfPageProps): ReactNode {
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
      {near && <Drawn document={pdf} number={number} scale={scale} onSize={setSize} />}
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
}

function Drawn({ document: pdf, number, scale, onSize }: DrawnProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const texts = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<Outcome>('whole');
  useEffect(() => {
    const stop = new AbortController();
    const ended = (outcome: Outcome): void => {
      if (!stop.signal.aborted) setDrawn(outcome);
    };
    drawPage({ pdf, number, scale, canvas, texts, onSize, signal: stop.signal }).then(ended, () =>
      ended('failed'),
    );
    return () => stop.abort();
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
  const most = Math.sqrt(CANVAS_PIXELS / (own.width * own.height));
  const viewport = page.getViewport({ scale: Math.min(scale * window.devicePixelRatio, most) });
  canvas.current.width = Math.floor(viewport.width);
  canvas.current.height = Math.floor(viewport.height);
  const task = page.render({ canvas: canvas.current, viewport });
  const layer = new TextLayer({
    textContentSource: page.streamTextContent(),
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

/** Whether the library left something out: it gives nothing for an image it cannot decode, and a text for a font. */
const isIncomplete = ({ objs, commonObjs }: PDFPageProxy): boolean =>
  [...objs, ...commonObjs].some(([, part]) => part === null || typeof part === 'string');
