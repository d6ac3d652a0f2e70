import { useMemo, useState, type ReactNode } from 'react';
import { hexOffset, hexRow, ROW_BYTES, textsIn } from '../lib/hex';
import { formatNumber } from '../lib/format';
import { visibleString } from '../lib/visible';
import { t } from '../words/translate';
import { ActionIcon } from './ActionIcon';
import { Icon } from './Icon';
import { Note } from './Note';
import { equalRows } from './rowLayout';
import { Segments } from './Segments';
import { Tooltip } from './Tooltip';
import { useRowWindow } from './useRowWindow';
import styles from './hex.module.css';

/** Bytes on a page: a browser gives up drawing what is very high, and texts are looked for page by page. */
const PAGE_BYTES = 65_536;
/** The height of a row, px. */
const ROW_PX = 18;

type HexTab = 'hex' | 'texts';

interface HexViewProps {
  /** What these bytes are, for a screen reader. */
  label: string;
  bytes: Uint8Array;
}

/** Bytes page by page: as a hex dump, or the readable texts among them. */
export function HexView({ label, bytes }: HexViewProps): ReactNode {
  const [page, setPage] = useState(0);
  const [view, setView] = useState<HexTab>('hex');
  const pages = Math.max(1, Math.ceil(bytes.length / PAGE_BYTES));
  const from = page * PAGE_BYTES;
  const to = Math.min(bytes.length, from + PAGE_BYTES);
  return (
    <div className={styles['hex']}>
      <div className={styles['hex-bar']}>
        <Segments
          size="xs"
          label={t('content.hex.view')}
          data={[
            { value: 'hex', label: t('content.hex.bytes') },
            { value: 'texts', label: t('content.hex.texts') },
          ]}
          value={view}
          onChange={(next) => setView(next)}
        />
        {pages > 1 && (
          <div className={styles['hex-pages']}>
            <PageButton to="previous" disabled={page === 0} onClick={() => setPage(page - 1)} />
            <output>{t('content.hex.page', { page: page + 1, pages })}</output>
            <PageButton to="next" disabled={page === pages - 1} onClick={() => setPage(page + 1)} />
          </div>
        )}
      </div>
      {view === 'hex' ? (
        <Dump key={page} label={label} bytes={bytes} from={from} to={to} />
      ) : (
        <Texts key={page} label={label} bytes={bytes} from={from} to={to} />
      )}
    </div>
  );
}

interface PageButtonProps {
  to: 'previous' | 'next';
  disabled: boolean;
  onClick: () => void;
}

function PageButton({ to, ...button }: PageButtonProps): ReactNode {
  const label = t(to === 'next' ? 'content.hex.nextPage' : 'content.hex.previousPage');
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" size="xs" aria-label={label} {...button}>
        <Icon name={to === 'next' ? 'right' : 'left'} size={14} />
      </ActionIcon>
    </Tooltip>
  );
}

interface RangeProps extends HexViewProps {
  from: number;
  to: number;
}

function Dump({ label, bytes, from, to }: RangeProps): ReactNode {
  const layout = useMemo(() => equalRows(Math.ceil((to - from) / ROW_BYTES), ROW_PX), [from, to]);
  const view = useRowWindow(layout);
  const { scroller, onScroll } = view;
  const first = view.from;
  return (
    <div
      ref={scroller}
      className={styles['hex-scroll']}
      role="region"
      aria-label={visibleString(label)}
      tabIndex={0}
      onScroll={onScroll}
    >
      <div style={{ height: layout.height }}>
        <pre className={styles['hex-dump']} style={{ transform: `translateY(${layout.topOf(first)}px)` }}>
          {Array.from({ length: view.to - first }, (_, index) => {
            const row = hexRow(bytes.subarray(0, to), from + (first + index) * ROW_BYTES);
            return (
              <span key={row.offset} className={styles['hex-row']}>
                <span className={styles['hex-offset']}>{row.offset}</span>
                <span>{row.hex}</span>
                <span className={styles['hex-text']}>{row.text}</span>
                {'\n'}
              </span>
            );
          })}
        </pre>
      </div>
    </div>
  );
}

function Texts({ label, bytes, from, to }: RangeProps): ReactNode {
  const found = useMemo(() => textsIn(bytes, from, to), [bytes, from, to]);
  const layout = useMemo(() => equalRows(found.length, ROW_PX), [found.length]);
  const view = useRowWindow(layout);
  const { scroller, onScroll } = view;
  if (found.length === 0) return <Note>{t('content.hex.noTexts')}</Note>;
  return (
    <div
      ref={scroller}
      className={styles['hex-scroll']}
      role="region"
      aria-label={t('content.hex.textsOf', { name: visibleString(label), count: formatNumber(found.length) })}
      tabIndex={0}
      onScroll={onScroll}
    >
      <div style={{ height: layout.height }}>
        <pre className={styles['hex-dump']} style={{ transform: `translateY(${layout.topOf(view.from)}px)` }}>
          {found.slice(view.from, view.to).map(({ at, text }) => (
            <span key={at} className={styles['hex-row']}>
              <span className={styles['hex-offset']}>{hexOffset(at)}</span>
              <span className={styles['hex-text']}>{text}</span>
              {'\n'}
            </span>
          ))}
        </pre>
      </div>
    </div>
  );
}
