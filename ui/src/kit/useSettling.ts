import { useEffect, useState } from 'react';
import type { ChosenBy } from './rowChoice';

/** Moving over a list with the keys has to pause this long before a row is opened. */
const SETTLES_AFTER_MS = 150;

/** Tells moving over rows from choosing one: what is chosen by the keys alone settles after a pause. */
export function useSettling(): {
  /** Whether rows are only passed by so far. The row that was chosen before is passed, too, until its successor is there. */
  moving: boolean;
  /** Notes how a row was chosen. */
  note: (row: string, by: ChosenBy) => void;
} {
  const [passing, setPassing] = useState<string | null>(null);
  useEffect(() => {
    if (passing === null) return;
    const timer = setTimeout(() => setPassing(null), SETTLES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [passing]);
  return {
    moving: passing !== null,
    note: (row, by) => setPassing(by === 'pick' ? null : row),
  };
}
