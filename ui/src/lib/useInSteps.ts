import { useEffect, useMemo, useState } from 'react';
import { finish, inSteps } from './steps';
import type { Steps } from './steps';

/**
 * What work results in. Short work is done while drawing; long work in steps, and until it is done its last result stays.
 * The work is done anew if it is another function. `undefined` = there is no result yet.
 */
export function useInSteps<T>(work: () => Steps<T>, isShort: boolean): T | undefined {
  const [last, setLast] = useState<{ work: () => Steps<T>; result: T } | null>(null);
  const now = useMemo(() => (isShort ? { work, result: finish(work()) } : null), [work, isShort]);
  // It stays as the last result if the next work is long.
  if (now !== null && last?.work !== work) setLast(now);
  useEffect(
    () => (isShort ? undefined : inSteps(work(), (result) => setLast({ work, result }))),
    [work, isShort],
  );
  return (now ?? last)?.result;
}
