import { describe, expect, it } from 'vitest';
import type { ColumnWidths } from '../../api/resourceViews';
import { gridOf, shownColumns, widthOf, widthRange, withWidth } from './columnWidths';

describe('the columns of a list', () => {
  it.each<[tablePx: number, widths: ColumnWidths, shown: number]>([
    [0, {}, 1],
    [304, {}, 1],
    [395, {}, 1],
    [396, {}, 2],
    [500, {}, 3],
    [572, {}, 4],
    [680, {}, 5],
    [1_600, {}, 5],
    // Wider columns take the room of the name first, and then that of the last ones.
    [680, { type: 160 }, 5],
    [680, { type: 300 }, 3],
    [396, { type: 800 }, 1],
    // Narrower ones make room for others.
    [396, { type: 40 }, 2],
    [460, { type: 40, size: 40 }, 3],
  ])('%i px with %o: %i beside the name', (tablePx, widths, shown) => {
    expect(shownColumns(tablePx, widths)).toHaveLength(shown);
  });

  it('are widened as far as the name can be read', () => {
    expect(widthRange(304, {}, 'type')).toEqual({ least: 40, most: 152 });
    const widest = withWidth({}, 'type', 152);
    expect(widthRange(304, widest, 'type')).toEqual({ least: 40, most: 152 });
    expect(widthRange(4_000, {}, 'type').most, 'what the core takes').toBe(800);
    expect(widthRange(200, { type: 300 }, 'type'), 'a pane that became narrow').toEqual({
      least: 40,
      most: 300,
    });
  });

  it('have their usual widths again', () => {
    const widths = withWidth(withWidth({}, 'size', 90), 'type', 120);
    expect(gridOf(['type', 'size', 'modified'], widths)).toBe('minmax(0, 1fr) 120px 90px 96px');
    expect(withWidth(widths, 'type', null)).toEqual({ size: 90 });
    expect(withWidth(widths, 'size', widthOf({}, 'size')), 'a usual width is not kept').toEqual({
      type: 120,
    });
  });
});
