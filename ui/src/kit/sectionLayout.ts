import { observeElementRect } from '@tanstack/react-virtual';
import type { Virtualizer } from '@tanstack/react-virtual';
import type { ReactNode } from 'react';

/** A header and its rows. */
export interface ListSection<T> {
  key: string;
  /** The header's name for those who cannot see it. */
  label: string;
  /** What the header shows; `null` = the section has none. */
  header: ReactNode | null;
  items: readonly T[];
  /** Where its rows are not as high as the list's. */
  rowHeight?: number;
}

const HEADER = 32;

interface PlacedRow<T> {
  item: T;
  top: number;
  height: number;
  /** Its place among headers and rows together. */
  flat: number;
}

interface PlacedSection {
  key: string;
  label: string;
  header: ReactNode | null;
  top: number;
  height: number;
  /** Its rows, as a range of all rows. */
  from: number;
  to: number;
}

export interface ListLayout<T> {
  rows: PlacedRow<T>[];
  sections: PlacedSection[];
  /** Heights of headers and rows, in order. */
  sizes: number[];
  /** Where to scroll so that a row stands free below its sticky header. */
  scrollFor(row: PlacedRow<T>, scrollTop: number, height: number): number;
}

/** Places headers and rows of known heights. */
export function layOut<T>(sections: readonly ListSection<T>[], rowHeight: number): ListLayout<T> {
  const rows: PlacedRow<T>[] = [];
  const placed: PlacedSection[] = [];
  const sizes: number[] = [];
  let top = 0;
  for (const { key, label, header, items, rowHeight: own = rowHeight } of sections) {
    const head = header === null ? 0 : HEADER;
    const from = rows.length;
    if (head > 0) sizes.push(head);
    for (const [index, item] of items.entries()) {
      rows.push({ item, top: top + head + index * own, height: own, flat: sizes.length });
      sizes.push(own);
    }
    const height = head + items.length * own;
    placed.push({ key, label, header, top, height, from, to: rows.length });
    top += height;
  }
  return {
    rows,
    sections: placed,
    sizes,
    scrollFor: (row, scrollTop, height) => {
      if (row.top < scrollTop + HEADER) return Math.max(0, row.top - HEADER);
      if (row.top + row.height > scrollTop + height) return row.top + row.height - height;
      return scrollTop;
    },
  };
}

/** Like the library's own, but a list that has no size yet (a test, a hidden pane) still draws its first rows. */
export function observeRect(
  instance: Virtualizer<HTMLDivElement, Element>,
  report: (rect: { width: number; height: number }) => void,
): void | (() => void) {
  return observeElementRect(instance, (rect) =>
    report({ width: rect.width, height: rect.height > 0 ? rect.height : 800 }),
  );
}
