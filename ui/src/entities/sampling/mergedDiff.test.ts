import { expect, it } from 'vitest';
import { mergedDiff } from './mergedDiff';

const check = (old: string, now: string, expected: string): void => {
  it(`shows ${JSON.stringify(now)} as a change of ${JSON.stringify(old)}`, () => {
    const marks = { same: ['', ''], out: ['[-', ']'], in: ['[+', ']'] } as const;
    const text = mergedDiff(old, now).map(({ kind, text: words }) => marks[kind][0] + words + marks[kind][1]);
    expect(text.join('')).toBe(expected);
  });
};

check('a b c', 'a b c', 'a b c');
check('a b c', 'a c', 'a [-b ]c');
check('a c', 'a b c', 'a [+b ]c');
check(
  'Include the name. Be brief.',
  'Never the name. Be brief, please.',
  '[-Include][+Never] the name. Be brief[+, please].',
);
check('You are a helper.', 'Answer in one word.', '[-You are a helper.][+Answer in one word.]');
check('', 'new', '[+new]');
check('old', '', '[-old]');
