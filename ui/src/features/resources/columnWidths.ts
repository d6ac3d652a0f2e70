import type { ResourceColumn } from '../../api/generated/contract';
import type { ColumnWidths } from '../../api/resourceViews';
import { COLUMNS } from './columns';

/** A column with a width of its own; the name has what the others leave. */
export type SizedColumn = Exclude<ResourceColumn, 'name'>;

const SIZED_COLUMNS = COLUMNS.filter((column): column is SizedColumn => column !== 'name');

/** Widths before the person changes them, CSS pixels. */
const USUAL_PX: Readonly<Record<SizedColumn, number>> = {
  type: 84,
  size: 64,
  modified: 96,
  priority: 64,
  audience: 96,
};

/** What the core takes. */
const LEAST_PX = 40;
const MOST_PX = 800;

/** Between two columns, CSS pixels; `--s-2`. */
const GAP_PX = 8;

/** Beside the columns: the padding of the head, twice `--s-4`. */
const PADDING_PX = 32;

/** A further column is shown where the name keeps this much. */
const NAME_PX = 200;

/** A column is widened until the name has this much. */
const LEAST_NAME_PX = 112;

export const widthOf = (widths: ColumnWidths, column: SizedColumn): number =>
  widths[column] ?? USUAL_PX[column];

/** How much the name has beside the first so many other columns. */
function nameRoom(tablePx: number, count: number, width: (column: SizedColumn) => number): number {
  const others = SIZED_COLUMNS.slice(0, count).reduce((sum, column) => sum + width(column) + GAP_PX, 0);
  return tablePx - PADDING_PX - others;
}

/** The columns beside the name that a list of this width has room for; the type is always shown. */
export function shownColumns(tablePx: number, widths: ColumnWidths): readonly SizedColumn[] {
  const fits = (count: number): boolean =>
    // Whoever widens a column takes the room from the name and not from the other columns.
    nameRoom(tablePx, count, (column) => Math.min(widthOf(widths, column), USUAL_PX[column])) >= NAME_PX &&
    nameRoom(tablePx, count, (column) => widthOf(widths, column)) >= LEAST_NAME_PX;
  const count = SIZED_COLUMNS.findLastIndex((_, at) => fits(at + 1)) + 1;
  return SIZED_COLUMNS.slice(0, Math.max(1, count));
}

/** How narrow and how wide a column can be in a list of this width. */
export function widthRange(
  tablePx: number,
  widths: ColumnWidths,
  column: SizedColumn,
): { least: number; most: number } {
  const shown = shownColumns(tablePx, widths).length;
  const spare = nameRoom(tablePx, shown, (each) => widthOf(widths, each)) - LEAST_NAME_PX;
  const most = Math.min(MOST_PX, widthOf(widths, column) + Math.max(0, spare));
  return { least: LEAST_PX, most: Math.max(LEAST_PX, Math.floor(most)) };
}

/** Widths with another one for a column; `null` = its usual one. */
export function withWidth(widths: ColumnWidths, column: SizedColumn, px: number | null): ColumnWidths {
  const { [column]: _, ...others } = widths;
  return px === null || px === USUAL_PX[column] ? others : { ...others, [column]: px };
}

/** The columns as a grid of CSS. */
export const gridOf = (shown: readonly SizedColumn[], widths: ColumnWidths): string =>
  ['minmax(0, 1fr)', ...shown.map((column) => `${widthOf(widths, column)}px`)].join(' ');
