import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { NumberField } from '../../../kit/controls';
import { Note } from '../../../kit/Note';
import { Skeleton } from '../../../kit/Skeleton';
import { cx } from '../../../lib/cx';
import { formatBytes } from '../../../lib/format';
import { visibleString } from '../../../lib/visible';
import layout from '../../../styles/layout.module.css';
import { t } from '../../../words/translate';
import type { Dimensions } from '../dimensions';
import { ZoomBar } from '../ZoomBar';
import { IMAGE_PIXELS, LARGE_IMAGE } from './largeImages';
import type { LeftOut } from './openPdf';
import { PDF_BYTES } from './pdfBudget';
import { PAGE_MS, PdfPage } from './PdfPage';
import { usePdf } from './usePdf';
import styles from './pdf.module.css';

const STEPS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;

/** More pages are not shown: a document of a few bytes may declare any number of them. */
const PAGES = 2_000;

const NONE: readonly LeftOut[] = [];

interface PdfPagesProps {
  bytes: Uint8Array<ArrayBuffer>;
  label: string;
  /** Says how large the first page is. */
  onDimensions?: (found: Dimensions) => void;
}

/** A PDF, page below page; a page is drawn while it is near what is in sight. Nothing in it runs or leads anywhere. */
export default function PdfPages({ bytes, label, onDimensions }: PdfPagesProps): ReactNode {
  // Of which bytes images were left out, and why: other ones may come in their place.
  const [left, setLeft] = useState<{ bytes: Uint8Array; why: readonly LeftOut[] } | null>(null);
  const leftOut = left?.bytes === bytes ? left.why : NONE;
  const [slow, setSlow] = useState<Uint8Array | null>(null);
  const pdf = usePdf(bytes, (why) =>
    setLeft((before) => {
      const known = before?.bytes === bytes ? before.why : NONE;
      return known.includes(why) ? before : { bytes, why: [...known, why] };
    }),
  );
  const size = pdf.kind === 'open' ? pdf.size : null;
  const found = useEffectEvent((first: { width: number; height: number }) =>
    onDimensions?.({ unit: 'pt', ...first }),
  );
  useEffect(() => {
    if (size !== null) found(size);
  }, [size]);
  if (pdf.kind === 'loading') return <Skeleton rows={6} />;
  if (pdf.kind === 'failed') throw new Error(pdf.reason);
  // What is still drawn ends with the worker of the document.
  if (slow === bytes) throw new Error(t('content.pdf.slow', { seconds: PAGE_MS / 1_000 }));
  return (
    <Pages
      document={pdf.document}
      size={pdf.size}
      label={label}
      leftOut={leftOut}
      onSlow={() => setSlow(bytes)}
    />
  );
}

interface PagesProps {
  document: PDFDocumentProxy;
  /** Of the first page, in points. */
  size: { width: number; height: number };
  label: string;
  /** Why images were left out. */
  leftOut: readonly LeftOut[];
  /** A page takes too long. */
  onSlow: () => void;
}

function Pages({ document: pdf, size, label, leftOut, onSlow }: PagesProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  const [page, setPage] = useState(1);
  const name = visibleString(label);
  const count = Math.min(pdf.numPages, PAGES);

  const goTo = (next: number): void => {
    const wanted = Math.min(Math.max(1, Math.round(next)), count);
    setPage(wanted);
    scroller.current?.children[wanted - 1]?.scrollIntoView({ block: 'start' });
  };
  const onScroll = (): void => {
    const box = scroller.current;
    if (box === null) return;
    setPage(pageAt(box.children, box.scrollTop + box.clientHeight / 3));
  };

  return (
    <div className={styles['pdf']}>
      <div className={styles['bar']}>
        <NumberField
          size="xs"
          className={styles['number'] ?? ''}
          aria-label={t('content.pdf.page')}
          min={1}
          max={count}
          allowDecimal={false}
          value={page}
          onChange={(next) => typeof next === 'number' && goTo(next)}
        />
        <span className={cx(layout.t3, layout.fs12, layout.num)}>
          {t('content.pdf.of', { pages: pdf.numPages })}
        </span>
        <ZoomBar
          steps={STEPS}
          zoom={scale}
          onZoom={setScale}
          onFit={() => setScale(fitted(scroller.current, size.width))}
        />
      </div>
      {pdf.numPages > count && (
        <div className={styles['note']}>
          <Note icon="info">{t('content.pdf.first', { shown: count, pages: pdf.numPages })}</Note>
        </div>
      )}
      {leftOut.map((why) => (
        <div key={why} className={styles['note']}>
          <Note tone="lamp" role="status">
            {why === LARGE_IMAGE
              ? t('content.pdf.largeImage', { megapixels: IMAGE_PIXELS / 1_000_000 })
              : t('content.pdf.imageTooLarge', { size: formatBytes(PDF_BYTES) })}
          </Note>
        </div>
      ))}
      <div
        ref={scroller}
        className={cx(styles['pages'], layout.scrolls)}
        role="region"
        aria-label={t('content.pdf.pagesOf', { name })}
        tabIndex={0}
        onScroll={onScroll}
      >
        {Array.from({ length: count }, (_, index) => (
          <PdfPage
            key={index + 1}
            document={pdf}
            number={index + 1}
            scale={scale}
            size={size}
            onSlow={onSlow}
          />
        ))}
      </div>
    </div>
  );
}

/** The number of the last page that begins above a height. */
function pageAt(pages: HTMLCollection, y: number): number {
  let above = 1;
  let below = pages.length + 1;
  while (below - above > 1) {
    const middle = (above + below) >>> 1;
    const page = pages[middle - 1];
    if (page instanceof HTMLElement && page.offsetTop <= y) above = middle;
    else below = middle;
  }
  return above;
}

/** The scale at which a page is as wide as the pane, less its margin. */
function fitted(box: HTMLElement | null, width: number): number {
  const room = (box?.clientWidth ?? 0) - 32;
  return room > 0 ? Math.min(3, Math.max(0.25, room / width)) : 1;
}
