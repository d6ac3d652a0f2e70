import { expect, test } from 'vitest';
import { settled } from './fonts';

/** What a machine with these families draws; all it has not falls back to `monospace`. */
const machine =
  (there: Readonly<Record<string, number>>) =>
  (families: string): number =>
    there[families.split(',')[0]?.trim() ?? ''] ?? 700;

test.each([
  ['the first that is there', { Ubuntu: 610, 'Noto Sans': 600 }, 'Ubuntu, sans-serif'],
  ['a name with a space', { "'Noto Sans'": 600 }, "'Noto Sans', sans-serif"],
  ['a name of the system', { '-apple-system': 590, Ubuntu: 610 }, '-apple-system, sans-serif'],
  ['none of them', { Arial: 640 }, 'sans-serif'],
])('%s', (_, there, expected) => {
  const list = "\n    -apple-system, Ubuntu,\n    'Noto Sans', sans-serif";
  expect(settled(list, 'monospace', machine(there))).toBe(expected);
});
