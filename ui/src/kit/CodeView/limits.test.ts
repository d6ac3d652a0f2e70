import { expect, test } from 'vitest';
import { limitsOf, type Limits } from './limits';

test.each<[what: string, text: string, limits: Limits]>([
  ['no text', '', { coloured: true, wrapped: true }],
  ['short lines', 'a\nb\n', { coloured: true, wrapped: true }],
  ['the longest line that is broken', `a\n${'b'.repeat(10_000)}`, { coloured: true, wrapped: true }],
  ['one long line', `a\n${'b'.repeat(10_001)}\nc`, { coloured: false, wrapped: false }],
  ['ten million characters in a line', 'a'.repeat(10_000_000), { coloured: false, wrapped: false }],
  ['many lines', 'ab\n'.repeat(700_000), { coloured: false, wrapped: true }],
])('%s', (_what, text, limits) => expect(limitsOf(text)).toEqual(limits));
