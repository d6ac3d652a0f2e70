import { useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import type { ResourceColumn, ResourceSort } from '../../api/generated/contract';
import type { ColumnWidths } from '../../api/resourceViews';
import { Icon } from '../../kit/Icon';
import { formatNumber } from '../../lib/format';
import { t } from '../../words/translate';
import { nextSort } from './columns';
import { widthOf, widthRange, withWidth } from './columnWidths';
import type { SizedColumn } from './columnWidths';
import styles from './table.module.css';

/** How far an arrow key moves the line between two columns, CSS pixels. */
const STEP_PX = 16;

interface ColumnHeadsProps {
  shown: readonly SizedColumn[];
  sort: ResourceSort | null;
  onSort: (sort: ResourceSort | null) => void;
  widths: ColumnWidths;
  /** `kept` = for the next time, not just while a line is dragged. */
  onWidths: (widths: ColumnWidths, kept: boolean) => void;
  /** The width of the list, CSS pixels. */
  tablePx: number;
}

/** The heads of the columns: each sorts, and the line before it changes its width. */
export function ColumnHeads({ shown, sort, onSort, ...sizes }: ColumnHeadsProps): ReactNode {
  return (
    <div role="table" aria-label={t('resources.column.label')} className={styles.head}>
      <div role="row" className={styles.cells}>
        <div role="columnheader" aria-sort={directionOf(sort, 'name')} data-column="name">
          <SortButton column="name" sort={sort} onSort={onSort} />
        </div>
        {shown.map((column) => (
          <div
            key={column}
            role="columnheader"
            aria-sort={directionOf(sort, column)}
            data-column={column}
            className={styles.sized}
          >
            <WidthLine column={column} {...sizes} />
            <SortButton column={column} sort={sort} onSort={onSort} />
          </div>
        ))}
      </div>
    </div>
  );
}

const directionOf = (sort: ResourceSort | null, column: ResourceColumn) =>
  sort?.column !== column ? undefined : sort.descending ? 'descending' : 'ascending';

interface SortButtonProps {
  column: ResourceColumn;
  sort: ResourceSort | null;
  onSort: (sort: ResourceSort | null) => void;
}

function SortButton({ column, sort, onSort }: SortButtonProps): ReactNode {
  const direction = directionOf(sort, column);
  return (
    <button type="button" className={styles.sort} onClick={() => onSort(nextSort(sort, column))}>
      <span className={styles.word}>{t(`resources.column.${column}`)}</span>
      {direction !== undefined && <Icon name={direction === 'ascending' ? 'up' : 'down'} size={12} />}
    </button>
  );
}

interface WidthLineProps extends Pick<ColumnHeadsProps, 'widths' | 'onWidths' | 'tablePx'> {
  column: SizedColumn;
}

/** The line on the left of a column: dragged or moved with the arrow keys, it makes the column wider or narrower. */
function WidthLine({ column, widths, onWidths, tablePx }: WidthLineProps): ReactNode {
  const from = useRef<{ x: number; px: number } | null>(null);
  const [isDragged, setDragged] = useState(false);
  const px = widthOf(widths, column);
  const { least, most } = widthRange(tablePx, widths, column);
  const resize = (next: number, kept: boolean): void =>
    onWidths(withWidth(widths, column, Math.round(Math.max(least, Math.min(most, next)))), kept);
  const onKeyDown = (event: KeyboardEvent): void => {
    const targets: Record<string, number> = {
      ArrowLeft: px + STEP_PX,
      ArrowRight: px - STEP_PX,
      Home: most,
      End: least,
    };
    const target = targets[event.key];
    if (target !== undefined) resize(target, true);
    else if (event.key === 'Enter') onWidths(withWidth(widths, column, null), true);
    else return;
    event.preventDefault();
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (from.current !== null) resize(from.current.px - (event.clientX - from.current.x), false);
  };
  const onPointerEnd = (): void => {
    if (from.current === null) return;
    from.current = null;
    setDragged(false);
    onWidths(widths, true);
  };
  return (
    // A line that is moved is a widget (ARIA 1.2, separator).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t('resources.column.width', { column: t(`resources.column.${column}`) })}
      aria-valuenow={px}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuetext={t('resources.column.widthPx', { px: formatNumber(px) })}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={styles.line}
      data-dragged={isDragged || undefined}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, px };
        setDragged(true);
      }}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
      onDoubleClick={() => onWidths(withWidth(widths, column, null), true)}
    />
  );
}
