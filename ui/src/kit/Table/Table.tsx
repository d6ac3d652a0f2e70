import { useId, useMemo, useState, type MouseEvent, type ReactNode } from 'react';
import type { ContextMenuContent } from '../ContextMenu';
import { visibleString } from '../../lib/visible';
import { Icon } from '../Icon';
import { equalRows } from '../rowLayout';
import { useRowWindow } from '../useRowWindow';
import { nextOrder, sorted, type Order } from './order';
import type { Column, Picked } from './column';
import { usePicking } from './usePicking';
import styles from './table.module.css';
import { cx } from '../../lib/cx';
import layoutStyles from '../../styles/layout.module.css';

export type { Column, Picked } from './column';

/** The height of a row whose cells are cut to one line, px. */
const ROW_PX = 29;
/** From here on only the rows in sight are drawn. */
const VIRTUAL_FROM = 100;

interface TableProps<R> {
  /** Accessible name. */
  label: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  /** A row's identity; without it rows have none but their place. */
  rowKey?: (row: R) => string;
  /** `cut` = one line per row, as rows by the thousand need; `wrap` = as high as their text. */
  cells?: 'cut' | 'wrap';
  /** The least width of the table, px; below it the table scrolls sideways. */
  minWidth?: number;
  /** `page` = as high as its rows, up to a part of the window; `pane` = as high as the pane it fills. */
  height?: 'page' | 'pane';
  /** Rows that count no more. */
  isMuted?: (row: R) => boolean;
  /** The cell that is picked, by click or arrow key. */
  picked?: Picked<R> | null;
  onPick?: (picked: Picked<R>) => void;
  /** The context menu of a cell; it is picked first. */
  cellMenu?: (picked: Picked<R>) => ContextMenuContent;
  /** Ctrl or Cmd with C on the picked cell. */
  onCopy?: (picked: Picked<R>) => void;
}

/**
 * A table: a click on a head sorts, the head stays in sight, long tables draw only the rows in view. One whose cells are
 * picked is a grid, which names the picked cell to a screen reader.
 */
export function Table<R>(props: TableProps<R>): ReactNode {
  const { label, columns, rows, rowKey, cells = 'cut', minWidth, height = 'page', picked, onPick } = props;
  const [order, setOrder] = useState<Order | null>(null);
  const ordered = useMemo(() => {
    const valueOf = columns.find(({ key }) => key === order?.column)?.sortBy;
    return order === null || valueOf === undefined ? rows : sorted(rows, valueOf, order.direction);
  }, [rows, columns, order]);
  const layout = useMemo(() => equalRows(rows.length, ROW_PX), [rows.length]);
  const view = useRowWindow(layout, { covered: ROW_PX });
  const { scroller, onScroll } = view;
  const isVirtual = cells === 'cut' && rows.length > VIRTUAL_FROM;
  const [from, to] = isVirtual ? [view.from, view.to] : [0, rows.length];

  const picking = usePicking({ ...props, ordered, reveal: view.reveal });
  const pickedId = useId();
  const drawn = ordered.slice(from, to);
  const isDrawn = picked !== null && picked !== undefined && drawn.includes(picked.row);
  const grid = {
    role: 'grid',
    tabIndex: 0,
    'aria-activedescendant': isDrawn ? pickedId : undefined,
    ...picking.listeners,
  };
  // What scrolls must be reachable by keyboard.
  const region = { role: 'region', 'aria-label': visibleString(label), tabIndex: 0 };

  const table = (
    <div
      ref={scroller}
      className={cx(styles.box, layoutStyles.scrolls)}
      data-cells={cells}
      data-height={height}
      data-virtual={isVirtual || undefined}
      onScroll={isVirtual ? onScroll : undefined}
      {...(cells === 'cut' && onPick === undefined && region)}
    >
      <table
        className={styles.table}
        aria-label={visibleString(label)}
        aria-rowcount={rows.length + 1}
        style={{ minWidth }}
        {...(onPick !== undefined && grid)}
      >
        <colgroup>
          {columns.map(({ key, width }) => (
            <col key={key} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.key} column={column} order={order} onOrder={setOrder} />
            ))}
          </tr>
        </thead>
        <tbody>
          {from > 0 && <Spacer height={layout.topOf(from)} />}
          {drawn.map((row, offset) => (
            <tr
              key={rowKey?.(row) ?? from + offset}
              aria-rowindex={from + offset + 2}
              data-muted={props.isMuted?.(row) || undefined}
            >
              {columns.map((column) => (
                <Cell
                  key={column.key}
                  column={column}
                  row={row}
                  pickedId={picked?.row === row && picked.column === column.key ? pickedId : undefined}
                  onPick={onPick}
                  onMenu={picking.openMenu}
                />
              ))}
            </tr>
          ))}
          {to < rows.length && <Spacer height={layout.height - layout.topOf(to)} />}
        </tbody>
      </table>
    </div>
  );
  return (
    <>
      {table}
      {picking.menu}
    </>
  );
}

interface HeadProps<R> {
  column: Column<R>;
  order: Order | null;
  onOrder: (order: Order | null) => void;
}

function Head<R>({ column: { key, head, align, sortBy }, order, onOrder }: HeadProps<R>): ReactNode {
  const direction = order?.column === key ? order.direction : undefined;
  if (sortBy === undefined) {
    return (
      <th scope="col" data-align={align}>
        <span className={styles.head}>{head}</span>
      </th>
    );
  }
  return (
    <th scope="col" data-align={align} aria-sort={direction}>
      <button type="button" className={styles.head} onClick={() => onOrder(nextOrder(order, key))}>
        {head}
        {direction !== undefined && <Icon name={direction === 'ascending' ? 'up' : 'down'} size={12} />}
      </button>
    </th>
  );
}

interface CellProps<R> {
  column: Column<R>;
  row: R;
  /** The id of the cell, if it is the picked one. */
  pickedId: string | undefined;
  onPick: ((picked: Picked<R>) => void) | undefined;
  onMenu: ((picked: Picked<R>, event: MouseEvent) => void) | undefined;
}

function Cell<R>({ column, row, pickedId, onPick, onMenu }: CellProps<R>): ReactNode {
  const { key, align, cell, title, namesRow } = column;
  const shared = {
    'data-align': align,
    id: pickedId,
    'data-picked': pickedId !== undefined || undefined,
    'aria-selected': onPick && pickedId !== undefined,
    title: title?.(row),
    children: cell(row),
    // The table has the keyboard focus and handles the arrow keys.
    onClick: onPick === undefined ? undefined : () => onPick({ row, column: key }),
    onContextMenu: onMenu && ((event: MouseEvent) => onMenu({ row, column: key }, event)),
  };
  if (namesRow === true) return <th scope="row" {...shared} />;
  return <td role={onPick && 'gridcell'} {...shared} />;
}

function Spacer({ height }: { height: number }): ReactNode {
  return <tr aria-hidden style={{ height }} />;
}
