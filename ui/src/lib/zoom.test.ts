import { describe, expect, test } from 'vitest';
import { zoomKey, zoomed } from './zoom';
import type { ZoomKey } from './zoom';

const STEPS: [now: number, key: ZoomKey, after: number][] = [
  [100, 'in', 110],
  [110, 'in', 125],
  [200, 'in', 200],
  [100, 'out', 90],
  [80, 'out', 80],
  [150, 'reset', 100],
  // A zoom that is no step goes to the nearest one in that direction.
  [133, 'in', 150],
  [133, 'out', 125],
];

const KEYS: [key: string, asks: ZoomKey | null][] = [
  ['+', 'in'],
  ['=', 'in'],
  ['-', 'out'],
  ['_', 'out'],
  ['0', 'reset'],
  ['1', null],
];

describe('zoom', () => {
  test.each(STEPS)('%i and %s', (now, key, after) => {
    expect(zoomed(now, key), 'goes by steps and stops at the ends').toBe(after);
  });
  test.each(KEYS)('key %s', (key, asks) => {
    expect(zoomKey({ key }), 'with and without Shift').toBe(asks);
  });
});
