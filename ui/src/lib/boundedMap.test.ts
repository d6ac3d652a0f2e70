import { expect, it } from 'vitest';
import { setNewest, withNewest } from './boundedMap';

const CASES: Record<string, { before: string; key: string; after: string }> = {
  'room is left': { before: 'a', key: 'b', after: 'a b' },
  'the oldest goes': { before: 'a b c', key: 'd', after: 'b c d' },
  'an entry that is there becomes the newest': { before: 'a b c', key: 'a', after: 'b c a' },
  'more than one goes': { before: 'a b c d e', key: 'f', after: 'd e f' },
};

it.each(Object.entries(CASES))('%s', (_, { before, key, after }) => {
  const map = new Map(before.split(' ').map((each) => [each, 'old']));
  const copy = withNewest(map, key, 'new', 3);
  expect([...map.keys()].join(' '), 'a copy leaves the map as it was').toBe(before);
  setNewest(map, key, 'new', 3);
  expect([...map]).toEqual(after.split(' ').map((each) => [each, each === key ? 'new' : 'old']));
  expect([...copy]).toEqual([...map]);
});
