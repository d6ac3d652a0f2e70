import { expect, test } from 'vitest';
import {
  formatBytes,
  formatClock,
  formatDuration,
  formatExactMoment,
  formatMoment,
  formatPosition,
} from './format';

test.each<[number, string]>([
  [0, '0 B'],
  [999, '999 B'],
  [6_200, '6.2 kB'],
  [99_600, '100 kB'],
  [999_900, '1 MB'],
  [20_000_000, '20 MB'],
])('%d bytes read %s', (bytes, expected) => {
  expect(formatBytes(bytes)).toBe(expected);
});

test.each<[number, string]>([
  [41, '41 ms'],
  [1_640, '1.6 s'],
  [60_000, '1 min'],
  [125_000, '2 min 5 s'],
])('%d ms read %s', (ms, expected) => {
  expect(formatDuration(ms)).toBe(expected);
});

test('a log time has milliseconds', () => {
  const at = new Date(2026, 10, 3, 14, 31, 52, 104).getTime();
  expect(formatClock(at)).toBe('14:31:52.104');
  expect([formatMoment(at, at), formatExactMoment(at, at)]).toEqual(['14:31', '14:31:52']);
  expect(formatMoment(at, at + 86_400_000)).toMatch(/2026, 14:31$/u);
  expect([0, 65, 754.9].map(formatPosition)).toEqual(['0:00', '1:05', '12:34']);
});
