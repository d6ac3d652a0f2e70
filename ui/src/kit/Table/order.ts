import { locale } from '../../words/translate';

/** What a column is sorted by; `null` = there is nothing, which comes last. */
export type SortValue = number | string | null;

/** Which column a table is sorted by. */
export interface Order {
  column: string;
  direction: 'ascending' | 'descending';
}

/** The order after one more click on a head: up, down, as it came. */
export function nextOrder(order: Order | null, column: string): Order | null {
  if (order?.column !== column) return { column, direction: 'ascending' };
  return order.direction === 'ascending' ? { column, direction: 'descending' } : null;
}

/** Sorts rows: numbers as numbers, text in the order of the language, nothing last. */
export function sorted<R>(
  rows: readonly R[],
  valueOf: (row: R) => SortValue,
  direction: Order['direction'],
): readonly R[] {
  const sign = direction === 'ascending' ? 1 : -1;
  const text = new Intl.Collator(locale(), { numeric: true });
  return rows
    .map((row) => ({ row, value: valueOf(row) }))
    .toSorted((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
      if (typeof a.value === 'number' && typeof b.value === 'number') return sign * (a.value - b.value);
      return sign * text.compare(String(a.value), String(b.value));
    })
    .map(({ row }) => row);
}
