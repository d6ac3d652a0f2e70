import { useEffect, useState } from 'react';

/** A question ignores its answer buttons this long after it appears: a click or key meant for something else answers nothing. */
const ARMED_AFTER_MS = 500;

/** Whether the question has been in view long enough to be answered. Key the caller by the question's id. */
export function useArmed(): boolean {
  const [armed, setArmed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setArmed(true), ARMED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return armed;
}
