/** The steps of the zoom, in percent. */
export const ZOOMS = [80, 90, 100, 110, 125, 150, 175, 200] as const;

/** What a key does to the zoom. */
export type ZoomKey = 'in' | 'out' | 'reset';

/** The zoom after a key, in percent. */
export function zoomed(now: number, key: ZoomKey): number {
  switch (key) {
    case 'in':
    case 'out':
      return stepped(ZOOMS, now, key);
    case 'reset':
      return 100;
  }
}

/** The next of some ascending steps; at the end of them it stays. */
export const stepped = (steps: readonly number[], now: number, key: 'in' | 'out'): number =>
  (key === 'in' ? steps.find((step) => step > now) : steps.findLast((step) => step < now)) ?? now;

/** What a press of a key with Ctrl or Cmd asks for, on any layout. */
export function zoomKey({ key }: Pick<KeyboardEvent, 'key'>): ZoomKey | null {
  if (key === '+' || key === '=') return 'in';
  if (key === '-' || key === '_') return 'out';
  return key === '0' ? 'reset' : null;
}
