import { describe, expect, it } from 'vitest';
import { linearPattern } from './linearPattern';

describe('a pattern', () => {
  it.each<[pattern: string, fits: readonly string[], misfits: readonly string[]]>([
    ['', ['', 'a'], []],
    ['^$', [''], ['a']],
    ['a', ['a', 'bab'], ['', 'b']],
    ['^a|b$', ['ax', 'xb'], ['xa', 'bx']],
    ['^(?:a|bc)*$', ['', 'abca'], ['ab', 'b']],
    ['^a{2,3}$', ['aa', 'aaa'], ['a', 'aaaa']],
    ['^a{2}b{0}$', ['aa'], ['aab', 'a']],
    ['^a{2,}?$', ['aa', 'aaaaa'], ['a']],
    ['^(a?){3}$', ['', 'aaa'], ['aaaa']],
    ['^(a*)*$', ['', 'aaa'], ['b']],
    ['^(?<year>\\d{4})-(0[1-9]|1[012])$', ['2026-11'], ['2026-13', '26-11']],
    ['^[^a-c-]+$', ['xyz'], ['b', 'x-y', '']],
    ['^[a\\]\\-b]+$', ['a]-b'], ['c']],
    ['^[]$', [], ['', 'a']],
    ['^[^]$', ['a', '\n'], ['']],
    ['^[\\d.]+$', ['1.2'], ['a']],
    ['^.$', ['a', '😀'], ['\n', 'ab']],
    ['^\\w+\\s\\W$', ['ab_1 !', 'a\u00A0!'], ['ä !', 'a !!']],
    ['\\bcat\\b', ['a cat!', 'cat'], ['cats', 'concat']],
    ['a\\Bb', ['ab'], ['a b']],
    ['^\\u0041\\x42\\u{1F600}\\t\\/$', ['AB😀\t/'], ['AB']],
    ['^[😀-😂]$', ['😁'], ['a']],
    ['^[Hh][Tt][Tt][Pp][Ss]?://', ['https://a', 'HTTP://'], ['ftp://', ' http://']],
    ['^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]+$', ['a.b-c.example'], ['-a.example', 'a']],
  ])('%s', (pattern, fits, misfits) => {
    const linear = linearPattern(pattern);
    expect(fits.map((text) => linear?.test(text))).toEqual(fits.map(() => true));
    expect(misfits.map((text) => linear?.test(text))).toEqual(misfits.map(() => false));
  });

  it.each([
    '^(?=a)b',
    '(?!a)',
    '(?<=a)b',
    '(?<!a)b',
    '(a)\\1',
    '(?<n>a)\\k<n>',
    '\\p{L}',
    '(?i)a',
    '(',
    ')',
    'a**',
    '[b-a]',
    '[a',
    '{',
    'a{2,1}',
    '\\',
    '\\ud83d\\ude00',
    'a{3000}',
    '(?:){9}',
    '('.repeat(60) + ')'.repeat(60),
    'a'.repeat(10_001),
  ])('that no engine without going back runs is not run: %s', (pattern) => {
    expect(linearPattern(pattern)).toBeNull();
  });

  it.each(['^(a+)+$', `^${'a*'.repeat(12)}!$`, '^(a|a)*$', '(x+x+)+y'])(
    'ends soon over a text that a backtracking engine never ends with: %s',
    (pattern) => {
      const text = `${'a'.repeat(20_000)}b`;
      expect(linearPattern(pattern)?.test(text)).toBe(false);
    },
  );
});
