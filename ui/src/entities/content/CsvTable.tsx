import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { parseCsv } from '../../lib/csv';
import { Note } from '../../kit/Note';
import { observeRect } from '../../kit/sectionLayout';
import { VisibleText } from '../../kit/VisibleText';
import { t } from '../../words/translate';
import './preview.css';
import { visibleString } from '../../lib/visible';

const ROW_PX = 28;
/** Wider tables are cut: the text view shows all of it. */
const COLUMNS_MAX = 60;

interface CsvTableProps {
  label: string;
  text: string;
}

/** Separated text as a table; only the rows in view are drawn. */
export function CsvTable({ label, text }: CsvTableProps) {
  const table = useMemo(() => parseCsv(text), [text]);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: table.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    observeElementRect: observeRect,
    overscan: 8,
  });
  const columns = Math.min(COLUMNS_MAX, table.header.length);
  const places = Array.from({ length: columns }, (_, column) => column);
  const grid = { gridTemplateColumns: `repeat(${columns}, minmax(96px, 1fr))` };

  return (
    <div className="preview-csv">
      <div
        ref={scroller}
        role="table"
        aria-label={visibleString(label)}
        aria-rowcount={table.rows.length + 1}
        tabIndex={0}
        className="preview-csv-scroll"
      >
        <div role="rowgroup" className="preview-csv-head">
          <div role="row" aria-rowindex={1} className="preview-csv-row" style={grid}>
            {places.map((column) => (
              <span key={column} role="columnheader" className="preview-csv-cell">
                <VisibleText text={table.header[column] ?? ''} />
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" className="preview-csv-body" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <div
              key={index}
              role="row"
              aria-rowindex={index + 2}
              className="preview-csv-row"
              style={{ ...grid, position: 'absolute', transform: `translateY(${start}px)` }}
            >
              {places.map((column) => (
                <span key={column} role="cell" className="preview-csv-cell">
                  <VisibleText text={table.rows[index]?.[column] ?? ''} />
                </span>
              ))}
            </div>
          ))}
        </div>
      </div>
      <CutNote rows={table.omitted} columns={table.header.length - columns} />
    </div>
  );
}

function CutNote({ rows, columns }: { readonly rows: number; readonly columns: number }) {
  if (rows <= 0 && columns <= 0) return null;
  if (rows <= 0) return <Note>{t('content.preview.moreColumns', { columns })}</Note>;
  if (columns <= 0) return <Note>{t('content.preview.moreRows', { rows })}</Note>;
  return <Note>{t('content.preview.moreCells', { rows, columns })}</Note>;
}
