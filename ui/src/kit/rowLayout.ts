import type { ReactNode } from 'react';

/** Where rows of known heights stand, without looking at each of them. */
export interface RowLayout {
  count: number;
  /** Of all rows together, px. */
  height: number;
  topOf(index: number): number;
  heightOf(index: number): number;
  /** The row at this height, or the nearest. */
  indexAt(y: number): number;
  /** Another number wherever another row or header stands at this height. */
  placeAt(y: number): number;
}

/** Places rows that are all equally high. */
export function equalRows(count: number, rowHeight: number): RowLayout {
  const indexAt = (y: number): number => Math.max(0, Math.min(count - 1, Math.floor(y / rowHeight)));
  return {
    count,
    height: count * rowHeight,
    topOf: (index) => index * rowHeight,
    heightOf: () => rowHeight,
    indexAt,
    placeAt: indexAt,
  };
}

/** The rows of a section: an array, or what gives them one by one. */
interface ListItems<T> {
  readonly length: number;
  at(index: number): T | undefined;
  /** Where the row with a key stands (-1 = nowhere), for rows that know better than by trying each. */
  findKey?(key: string): number;
}

/** A header and its rows. */
export interface ListSection<T> {
  key: string;
  /** The header's name for those who cannot see it. */
  label: string;
  /** What the header shows; `null` = the section has none. */
  header: ReactNode | null;
  items: ListItems<T>;
  /** Where its rows are not as high as the list's. */
  rowHeight?: number;
}

/** The height of a section's header, px. */
const HEADER_PX = 32;

/** A section with its place. */
export interface PlacedSection<T> extends ListSection<T> {
  rowHeight: number;
  top: number;
  height: number;
  /** The height of its header. */
  headerHeight: number;
  /** Its rows, as a range of all rows. */
  from: number;
  to: number;
}

export interface ListLayout<T> extends RowLayout {
  /** The height of the sticky headers, px; 0 = there are none. */
  headerHeight: number;
  itemAt: (index: number) => T | undefined;
  /** -1 for a row that is not listed. */
  indexOf(key: string, itemKey: (item: T) => string): number;
  /** The sections that are in sight between two heights, and the section of one row. */
  sectionsIn(top: number, bottom: number, row: number): PlacedSection<T>[];
}

/** Places sections of rows of known heights. Costs as much as there are sections, not rows. */
export function layOut<T>(sections: readonly ListSection<T>[], rowHeight: number): ListLayout<T> {
  const placed: PlacedSection<T>[] = [];
  let top = 0;
  let count = 0;
  for (const section of sections) {
    const own = section.rowHeight ?? rowHeight;
    const headerHeight = section.header === null ? 0 : HEADER_PX;
    const height = headerHeight + section.items.length * own;
    const to = count + section.items.length;
    placed.push({ ...section, rowHeight: own, top, height, headerHeight, from: count, to });
    top += height;
    count = to;
  }
  const sectionOf = (index: number) => placed[lastNotAbove(placed, index, (section) => section.from)];
  /** Where the row stands that was asked for last. */
  let asked = { key: '', index: -1 };

  const topOf = (index: number): number => {
    const section = sectionOf(index);
    if (section === undefined) return 0;
    return section.top + section.headerHeight + (index - section.from) * section.rowHeight;
  };
  const sectionAt = (y: number): number =>
    Math.max(
      0,
      lastNotAbove(placed, y, (each) => each.top),
    );
  const indexAt = (y: number): number => {
    const section = placed[sectionAt(y)];
    if (section === undefined) return 0;
    const offset = Math.floor((y - section.top - section.headerHeight) / section.rowHeight);
    const within = Math.min(section.items.length - 1, Math.max(0, offset));
    return Math.max(0, Math.min(count - 1, section.from + within));
  };
  return {
    count,
    height: top,
    headerHeight: placed.some((section) => section.headerHeight > 0) ? HEADER_PX : 0,
    topOf,
    heightOf: (index) => sectionOf(index)?.rowHeight ?? rowHeight,
    indexAt,
    placeAt: (y) => sectionAt(y) + indexAt(y),
    itemAt: (index) => {
      const section = sectionOf(index);
      return section?.items.at(index - section.from);
    },
    indexOf: (key, itemKey) => {
      if (key !== asked.key) asked = { key, index: indexOf(placed, key, itemKey, asked.index) };
      return asked.index;
    },
    sectionsIn: (from, bottom, row) => {
      const first = sectionAt(from);
      const last = lastNotAbove(placed, bottom, (each) => each.top);
      const shown = placed.slice(first, last + 1);
      const own = row < 0 ? undefined : sectionOf(row);
      if (own === undefined || shown.includes(own)) return shown;
      return own.top < from ? [own, ...shown] : [...shown, own];
    },
  };
}

/** Where a row stands: first beside another one, for the arrow keys go there. */
function indexOf<T>(
  sections: readonly PlacedSection<T>[],
  key: string,
  itemKey: (item: T) => string,
  beside: number,
): number {
  for (const { items, from } of sections) {
    const found = items.findKey?.(key) ?? -1;
    if (found >= 0) return from + found;
  }
  const tried = sections.filter(({ items }) => items.findKey === undefined);
  const isAt = ({ items, from }: PlacedSection<T>, index: number): boolean => {
    const item = items.at(index - from);
    return item !== undefined && itemKey(item) === key;
  };
  if (beside >= 0)
    for (const index of [beside, beside + 1, beside - 1])
      if (tried.some((section) => index >= section.from && index < section.to && isAt(section, index)))
        return index;
  for (const section of tried)
    for (let index = section.from; index < section.to; index += 1) if (isAt(section, index)) return index;
  return -1;
}

/** The last element whose number is not above `wanted`; -1 = all are. */
function lastNotAbove<E>(elements: readonly E[], wanted: number, numberOf: (element: E) => number): number {
  let low = 0;
  let high = elements.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numberOf(elements[middle] as E) <= wanted) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
