import { setNewest } from '../../lib/boundedMap';
import { linearPattern, type LinearPattern } from '../../lib/linearPattern/linearPattern';
import { statePart } from '../../lib/store';

const known = statePart(() => new Map<string, LinearPattern | null>());

/** So many patterns are remembered. */
const KEPT = 1_000;

/** A pattern that can be run here; `null` = only the core may check it. */
export function runnable(pattern: string): LinearPattern | null {
  const before = known().get(pattern);
  if (before !== undefined) return before;
  const linear = linearPattern(pattern);
  setNewest(known(), pattern, linear, KEPT);
  return linear;
}
