import { describe, expect, it } from 'vitest';
import { findBest, fuzzy } from './fuzzy';
import type { Fuzzy } from './fuzzy';

const THINGS: readonly (readonly string[])[] = [
  ['Search issues', 'search_issues', 'GitHub'],
  ['Create issue', 'create_issue', 'GitHub'],
  ['Restart GitHub'],
  ['Forecast', 'forecast', 'Weather'],
  ['Wetterbericht für Köln', 'wetter'],
];

const find = <T>(searches: readonly Fuzzy<T>[], query: string, limit: number): T[] =>
  findBest(searches, query, limit).matches.map(({ thing }) => thing);

describe('a fuzzy search', () => {
  const check = (query: string, expected: string[]): void =>
    it(`for “${query}”`, () =>
      expect(find([fuzzy(THINGS, (texts) => texts)], query, 3).map(([name]) => name)).toEqual(expected));
  check('', []);
  check('   ', []);
  check('forecast', ['Forecast']);
  check('frcst', ['Forecast']);
  check('weather fore', ['Forecast']);
  check('koln', ['Wetterbericht für Köln']);
  check('restart git', ['Restart GitHub']);
  check('zzzz', []);
  it('finds what stands in other texts after what stands in the name', () => {
    const found = find([fuzzy([['a', 'issue'], ['issue']], (texts) => texts)], 'issue', 2);
    expect(found.map(([name]) => name)).toEqual(['issue', 'a']);
  });
  it('puts the best of several searches first, also of things that were made ready in steps', () => {
    const many = fuzzy(
      Array.from({ length: 2_500 }, (_, n) => [`issue ${n}`]),
      (texts) => texts,
    );
    const found = find([many, fuzzy([['issue 2400'], ['issue']], (texts) => texts)], 'issue 2400', 2);
    expect(found).toEqual([['issue 2400'], ['issue 2400']]);
  });
  it('counts also what is beyond the limit', () => {
    const many = fuzzy(
      Array.from({ length: 2_500 }, (_, n) => [`issue ${n}`]),
      (texts) => texts,
    );
    const { matches, total } = findBest([many, fuzzy([['issue'], ['other']], (texts) => texts)], 'issue', 3);
    expect([matches.length, total]).toEqual([3, 2_501]);
  });
});
