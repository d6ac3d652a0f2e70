import { describe, expect, it } from 'vitest';
import { atLeast, levelTone, type Level } from './levels';

const check = (level: string, least: Level, expected: boolean): void => {
  it(`${level} at least ${least}: ${expected}`, () => expect(atLeast(level, least)).toBe(expected));
};

describe('atLeast', () => {
  check('debug', 'debug', true);
  check('debug', 'info', false);
  check('ERROR', 'warning', true);
  check('notice', 'warning', false);
  check('emergency', 'alert', true);
  check('verbose', 'emergency', true);
});

it('colours unknown levels like information', () => {
  expect(['debug', 'info', 'Warning', 'critical', 'verbose'].map(levelTone)).toEqual([
    'quiet',
    'normal',
    'lamp',
    'danger',
    'normal',
  ]);
});
