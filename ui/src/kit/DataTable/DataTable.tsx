import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type JsonValue, own, type JsonObject } from '../../lib/json';
import { Icon } from '../Icon';
import { observeRect } from '../sectionLayout';
import { locale } from '../../words/translate';
import { VisibleText } from '../VisibleText';
import { cellText, columnWidths, type Table } from './table';
import './dataTable.css';
import { visibleString } from '../../lib/visible';

const ROW = 29;
const VIRTUAL_FROM = 100;

interface DataTableProps {
  /** Accessible name. */
  label: string;
  table: Table;
}

interface Order {
  column: string;
  direction: 'ascending' | 'descending';
}

/** A table of flat rows; a click on a head sorts. Long tables draw only the rows in view. */
export function DataTable({ label, table }: DataTableProps): ReactNode {
  const [order, setOrder] = useState<Order | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => sorted(table.rows, order), [table, order]);
  const widths = useMemo(() => columnWidths(table), [table]);
  const isVirtual = rows.length > VIRTUAL_FROM;
  const virtual = useVirtualizer({
    count: rows.length,
    enabled: isVirtual,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
    observeElementRect: observeRect,
  });
  const shown = virtual.getVirtualItems();
  const from = isVirtual ? (shown[0]?.index ?? 0) : 0;
  const to = isVirtual ? (shown.at(-1)?.index ?? -1) + 1 : rows.length;

  return (
    <div
      ref={scroller}
      className="table-box scrolls"
      data-virtual={isVirtual || undefined}
      role="region"
      aria-label={visibleString(label)}
      // A region that scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table
        className="table"
        aria-rowcount={rows.length + 1}
        style={{ minWidth: widths.reduce((sum, width) => sum + width * 5, 0) }}
      >
        <colgroup>
          {widths.map((width, index) => (
            <col
              key={table.columns[index]}
              style={{ width: `${(100 * width) / widths.reduce((a, b) => a + b, 0)}%` }}
            />
          ))}
        </colgroup>
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column} aria-sort={order?.column === column ? order.direction : undefined}>
                <button type="button" onClick={() => setOrder(nextOrder(order, column))}>
                  <VisibleText text={column} />
                  {order?.column === column && (
                    <Icon name={order.direction === 'ascending' ? 'up' : 'down'} size={12} />
                  )}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {from > 0 && <Spacer height={from * ROW} />}
          {rows.slice(from, to).map((row, offset) => (
            // Rows have no identity of their own.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={from + offset} aria-rowindex={from + offset + 2}>
              {table.columns.map((column) => (
                <td key={column} title={visibleString(cellText(own(row, column)))}>
                  <Cell value={own(row, column)} />
                </td>
              ))}
            </tr>
          ))}
          {to < rows.length && <Spacer height={(rows.length - to) * ROW} />}
        </tbody>
      </table>
    </div>
  );
}

function Spacer({ height }: { height: number }): ReactNode {
  return <tr aria-hidden style={{ height }} />;
}

function Cell({ value }: { value: JsonValue | undefined }): ReactNode {
  if (value === undefined) return null;
  if (Array.isArray(value)) {
    // oxlint-disable-next-line react/no-array-index-key
    return value.map((item, index) => (
      <span key={index} className="tag">
        <VisibleText text={cellText(item)} />
      </span>
    ));
  }
  if (typeof value === 'string') return <VisibleText text={value} />;
  return (
    <span className={typeof value === 'number' ? 'num' : 'mono t3'}>
      <VisibleText text={JSON.stringify(value)} />
    </span>
  );
}

function nextOrder(order: Order | null, column: string): Order | null {
  if (order?.column !== column) return { column, direction: 'ascending' };
  return order.direction === 'ascending' ? { column, direction: 'descending' } : null;
}

function sorted(rows: readonly JsonObject[], order: Order | null): readonly JsonObject[] {
  if (order === null) return rows;
  const sign = order.direction === 'ascending' ? 1 : -1;
  return rows.toSorted((a, b) => sign * compare(own(a, order.column), own(b, order.column)));
}

function compare(a: JsonValue | undefined, b: JsonValue | undefined): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return cellText(a).localeCompare(cellText(b), locale(), { numeric: true });
}
