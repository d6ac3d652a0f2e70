import { useEffect, useState } from 'react';
import { startOfDay } from './days';

/** A look at the clock that often, ms. */
const useClock = (read: () => number, everyMs: number): number => {
  const [now, setNow] = useState(read);
  useEffect(() => {
    const timer = setInterval(() => setNow(read()), everyMs);
    return () => clearInterval(timer);
  }, [read, everyMs]);
  return now;
};

const today = (): number => startOfDay(Date.now());

/** The time, Unix ms, once a second unless it is asked for more often. */
export const useNow = (everyMs = 1_000): number => useClock(Date.now, everyMs);

/** When today began, Unix ms; another time soon after midnight. A timer until midnight would sleep with the computer. */
export const useToday = (): number => useClock(today, 60_000);
