import { describe, expect, it } from 'vitest';
import { beginning } from './beginning';

describe('beginning', () => {
  it.each([
    ['a short text', 'abc', 'abc'],
    ['a text that just fits', 'x'.repeat(100), 'x'.repeat(100)],
    ['one character more', 'x'.repeat(101), `${'x'.repeat(52)}… (49 characters omitted)`],
    ['a long text', 'x'.repeat(5_052), `${'x'.repeat(52)}… (5,000 characters omitted)`],
    [
      'a pair at the cut',
      `${'x'.repeat(51)}😀${'y'.repeat(100)}`,
      `${'x'.repeat(51)}… (102 characters omitted)`,
    ],
    [
      'a pair before the cut',
      `${'x'.repeat(50)}😀${'y'.repeat(100)}`,
      `${'x'.repeat(50)}😀… (100 characters omitted)`,
    ],
  ])('of %s', (_what, text, expected) => {
    const cut = beginning(text, 100);
    expect(cut).toBe(expected);
    expect(cut.length, 'it fits').toBeLessThanOrEqual(100);
    expect(beginning(cut, 100), 'cutting twice is cutting once').toBe(cut);
  });
});
