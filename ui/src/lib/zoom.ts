/** The steps of the zoom, in percent. */
export const ZOOMS = [80, 90, 100, 110, 125, 150, 175, 200] as const;

/** What a key does to the zoom. */
export type ZoomKey = 'in' | 'out' | 'reset';

/** The zoom after a key, in percent. */
export function zoomed(now: number, key: ZoomKey): number {
  switch (key) {
    case 'in':
      return ZOOMS.find((step) => step > now) ?? 200;
    case 'out':
      return ZOOMS.findLast((step) => step < now) ?? 80;
    case 'reset':
      return 100;
  }
}

/** What a press of a key with Ctrl or Cmd asks for, on any layout. */
export function zoomKey({ key }: Pick<KeyboardEvent, 'key'>): ZoomKey | null {
  if (key === '+' || key === '=') return 'in';
  if (key === '-' || key === '_') return 'out';
  return key === '0' ? 'reset' : null;
}
