import { ENTRIES_PER_STEP, finish } from '../../lib/steps';
import type { Steps } from '../../lib/steps';
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
export const sorted = <R>(
  rows: readonly R[],
  valueOf: (row: R) => SortValue,
  direction: Order['direction'],
): readonly R[] => finish(sortedInSteps(rows, valueOf, direction));

interface Valued<R> {
  row: R;
  value: SortValue;
}

/** The same in steps: runs of a few rows are sorted, then two and two are merged. */
export function* sortedInSteps<R>(
  rows: readonly R[],
  valueOf: (row: R) => SortValue,
  direction: Order['direction'],
): Steps<readonly R[]> {
  const sign = direction === 'ascending' ? 1 : -1;
  const text = new Intl.Collator(locale(), { numeric: true });
  const compare = (a: Valued<R>, b: Valued<R>): number => {
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
    if (typeof a.value === 'number' && typeof b.value === 'number') return sign * (a.value - b.value);
    return sign * text.compare(String(a.value), String(b.value));
  };
  let runs: Valued<R>[][] = [];
  for (let from = 0; from < rows.length; from += ENTRIES_PER_STEP) {
    const run = rows.slice(from, from + ENTRIES_PER_STEP).map((row) => ({ row, value: valueOf(row) }));
    runs.push(run.toSorted(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: Valued<R>[][] = [];
    for (let place = 0; place < runs.length; place += 2)
      merged.push(yield* mergedInSteps(runs[place] ?? [], runs[place + 1] ?? [], compare));
    runs = merged;
  }
  return (runs[0] ?? []).map(({ row }) => row);
}

/** Two sorted runs as one; of equal rows those of the first come first. */
function* mergedInSteps<V>(one: V[], other: V[], compare: (a: V, b: V) => number): Steps<V[]> {
  if (other.length === 0) return one;
  const all: V[] = [];
  let [a, b] = [0, 0];
  while (a < one.length || b < other.length) {
    const takesOne = b >= other.length || (a < one.length && compare(one[a] as V, other[b] as V) <= 0);
    all.push((takesOne ? one[a++] : other[b++]) as V);
    if (all.length % ENTRIES_PER_STEP === 0) yield;
  }
  return all;
}
