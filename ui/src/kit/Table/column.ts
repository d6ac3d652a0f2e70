import type { ReactNode } from 'react';
import type { SortValue } from './order';

/** One column of a table. */
export interface Column<R> {
  key: string;
  head: ReactNode;
  /** Numbers stand at the right. */
  align?: 'start' | 'end';
  /** A CSS width; without one it takes its share of what is left. */
  width?: string;
  cell: (row: R) => ReactNode;
  /** The whole text of a cell that may be cut. */
  title?: (row: R) => string;
  /** What it is sorted by; without it the head is no button. */
  sortBy?: (row: R) => SortValue;
  /** Its cells name their rows. */
  namesRow?: true;
}

/** The one cell that is picked. */
export interface Picked<R> {
  row: R;
  /** The key of its column. */
  column: string;
}
