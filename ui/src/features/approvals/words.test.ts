import { describe, expect, it } from 'vitest';
import { argumentsText, isYes, overText, waitingText } from './words';
import { coreMessage } from '../../words/message';

describe('waitingText', () => {
  const check = (ms: number, expected: string): void => {
    it(`${ms} ms is ${expected}`, () => expect(waitingText(ms)).toBe(expected));
  };
  check(-5, '0:00');
  check(8_400, '0:08');
  check(84_000, '1:24');
  check(3_725_000, '1:02:05');
  check(86_400_000, '1 day');
  check(200_000_000, '2 days');
});

describe('argumentsText', () => {
  it('shows names and values', () =>
    expect(argumentsText({ database: 'portal', n: 2 })).toBe('database: "portal", n: 2'));
  it('shows no arguments as nothing', () => expect(argumentsText({})).toBe(''));
});

describe('overText', () => {
  it('says what the person did', () => {
    expect(
      (['accept', 'visited', 'sampled', 'share', 'decline', 'cancel'] as const).map((answer) => [
        overText({ reason: coreMessage('ended.answered') }, answer),
        isYes(answer),
      ]),
    ).toEqual([
      ['You accepted', true],
      ['You opened the URL', true],
      ['You sent a response', true],
      ['You shared the roots', true],
      ['You declined', false],
      ['Cancelled', false],
    ]);
  });
  it('says so when nobody here answered', () => {
    const reasons = ['ended.answered', 'ended.callCancelled'].map((code) => coreMessage(code));
    expect(reasons.map((reason) => overText({ reason }, undefined))).toEqual([
      'Answered',
      'No longer needed',
    ]);
  });
});
