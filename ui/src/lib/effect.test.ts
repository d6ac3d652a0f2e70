import { describe, expect, it } from 'vitest';
import { claimedEffect } from './effect';
import effects from './effects.json';

describe('what a server claims of a tool', () => {
  it.each(effects)('is read as the host reads it: $readOnly, $destructive', (row) => {
    expect(claimedEffect(row)).toBe(row.effect);
  });
});
