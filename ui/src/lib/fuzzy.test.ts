import { describe, expect, it } from 'vitest';
import { fuzzy } from './fuzzy';

const THINGS: readonly (readonly string[])[] = [
  ['Search issues', 'search_issues', 'GitHub'],
  ['Create issue', 'create_issue', 'GitHub'],
  ['Restart GitHub'],
  ['Forecast', 'forecast', 'Weather'],
  ['Wetterbericht für Köln', 'wetter'],
];

describe('a fuzzy search', () => {
  const check = (query: string, expected: string[]): void =>
    it(`for “${query}”`, () =>
      expect(
        fuzzy(THINGS, (texts) => texts)
          .find(query, 3)
          .map(([name]) => name),
      ).toEqual(expected));
  check('', []);
  check('   ', []);
  check('forecast', ['Forecast']);
  check('frcst', ['Forecast']);
  check('weather fore', ['Forecast']);
  check('koln', ['Wetterbericht für Köln']);
  check('restart git', ['Restart GitHub']);
  check('zzzz', []);
  it('finds what stands in other texts after what stands in the name', () => {
    const found = fuzzy([['a', 'issue'], ['issue']], (texts) => texts).find('issue', 2);
    expect(found.map(([name]) => name)).toEqual(['issue', 'a']);
  });
});
