import { useRef, useState, type ReactNode } from 'react';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { NumberField } from '../../../kit/controls';
import { Skeleton } from '../../../kit/Skeleton';
import { cx } from '../../../lib/cx';
import { visibleString } from '../../../lib/visible';
import layout from '../../../styles/layout.module.css';
import { t } from '../../../words/translate';
import { ZoomBar } from '../ZoomBar';
import { PdfPage } from './PdfPage';
import { usePdf } from './usePdf';
import styles from './pdf.module.css';

const STEPS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;

interface PdfPagesProps {
  bytes: Uint8Array<ArrayBuffer>;
  label: string;
}

/** A PDF, page below page; a page is drawn while it is near what is in sight. Nothing in it runs or leads anywhere. */
export default function PdfPages({ bytes, label }: PdfPagesProps): ReactNode {
  const pdf = usePdf(bytes);
  if (pdf.kind === 'loading') return <Skeleton rows={6} />;
  if (pdf.kind === 'failed') throw new Error(pdf.reason);
  return <Pages document={pdf.document} size={pdf.size} label={label} />;
}

interface PagesProps {
  document: PDFDocumentProxy;
  /** Of the first page, in points. */
  size: { width: number; height: number };
  label: string;
}

function Pages({ document: pdf, size, label }: PagesProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  const [page, setPage] = useState(1);
  const name = visibleString(label);

  const goTo = (next: number): void => {
    const wanted = Math.min(Math.max(1, Math.round(next)), pdf.numPages);
    setPage(wanted);
    scroller.current?.querySelector(`[data-page="${wanted}"]`)?.scrollIntoView({ block: 'start' });
  };
  const onScroll = (): void => {
    const box = scroller.current;
    if (box === null) return;
    const middle = box.scrollTop + box.clientHeight / 3;
    const pages = [...box.querySelectorAll<HTMLElement>('[data-page]')];
    const shown = pages.findLast((each) => each.offsetTop <= middle);
    setPage(Number(shown?.dataset['page'] ?? 1));
  };

  return (
    <div className={styles['pdf']}>
      <div className={styles['bar']}>
        <NumberField
          size="xs"
          className={styles['number'] ?? ''}
          aria-label={t('content.pdf.page')}
          min={1}
          max={pdf.numPages}
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
      <div
        ref={scroller}
        className={cx(styles['pages'], layout.scrolls)}
        role="region"
        aria-label={t('content.pdf.pagesOf', { name })}
        tabIndex={0}
        onScroll={onScroll}
      >
        {Array.from({ length: pdf.numPages }, (_, index) => (
          <PdfPage key={index + 1} document={pdf} number={index + 1} scale={scale} size={size} />
        ))}
      </div>
    </div>
  );
}

/** The scale at which a page is as wide as the pane, less its margin. */
function fitted(box: HTMLElement | null, width: number): number {
  const room = (box?.clientWidth ?? 0) - 32;
  return room > 0 ? Math.min(3, Math.max(0.25, room / width)) : 1;
}
