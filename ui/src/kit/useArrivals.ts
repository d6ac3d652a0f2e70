import { useEffect, useEffectEvent, useRef } from 'react';

/** Tells of each item that is there now and was not before; `undefined` = not known yet, and those known first are no news. */
export function useArrivals<T>(
  items: readonly T[] | undefined,
  keyOf: (item: T) => string,
  arrived: (item: T) => void,
): void {
  const known = useRef<ReadonlySet<string> | null>(null);
  const tell = useEffectEvent((all: readonly T[]) => {
    const before = known.current;
    known.current = new Set(all.map(keyOf));
    if (before === null) return;
    for (const item of all) if (!before.has(keyOf(item))) arrived(item);
  });
  useEffect(() => {
    if (items !== undefined) tell(items);
  }, [items]);
}
