import { useEffect, useState } from 'react';

/** What was read of a content; `null` = it is still read. A fault is thrown. `read` changes when there is something else to read. */
export function useReading<T>(read: (signal: AbortSignal) => Promise<T>): T | null {
  const [last, setLast] = useState<{ of: typeof read; result: T } | null>(null);
  const [fault, setFault] = useState<Error | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const isWanted = (): boolean => !stop.signal.aborted;
    read(stop.signal).then(
      (result) => isWanted() && setLast({ of: read, result }),
      (error: unknown) => isWanted() && setFault(error instanceof Error ? error : new Error(String(error))),
    );
    return () => stop.abort();
  }, [read]);
  if (fault !== null) throw fault;
  return last?.of === read ? last.result : null;
}
