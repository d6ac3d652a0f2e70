import { describe, expect, test } from 'vitest';
import type { ClientProfile, ListingCost, SourceId } from '../../api/generated/contract';
import {
  hiddenTools,
  isFavorite,
  isOffered,
  offersSource,
  sameProfile,
  searches,
  withChoice,
  withFavorite,
  withSource,
  withTools,
} from './profile';

const id = (name: string): SourceId => name as SourceId;

const ALL: ClientProfile = {
  sources: { kind: 'all' },
  hiddenTools: [],
  names: 'withServer',
  listing: 'automatic',
  favoriteTools: [],
  answers: { elicitation: 'person', sampling: 'person', roots: 'person', approvals: 'person' },
  prompts: 'offered',
  resources: 'offered',
};

const only = (...names: string[]): ClientProfile => ({
  ...ALL,
  sources: { kind: 'only', serverIds: names.map(id) },
});

describe('servers', () => {
  test('choosing some begins with all that are known, and the same choice changes nothing', () => {
    expect(withChoice(ALL, 'only', [id('a'), id('b')])).toEqual(only('a', 'b'));
    expect(withChoice(only('a'), 'only', [id('a'), id('b')])).toEqual(only('a'));
    expect(withChoice(only('a'), 'all', [])).toEqual(ALL);
  });

  test('one is chosen once, and one that is not known stays', () => {
    expect(withSource(only('gone', 'a'), id('a'), true)).toEqual(only('gone', 'a'));
    expect(withSource(only('gone', 'a'), id('a'), false)).toEqual(only('gone'));
    expect(withSource(ALL, id('a'), false)).toEqual(ALL);
  });

  test('with all, also later ones are offered', () => {
    expect([offersSource(ALL, id('later')), offersSource(only('a'), id('later'))]).toEqual([true, false]);
  });
});

describe('tools', () => {
  test('tools of the same name at other servers are left alone', () => {
    const hidden = withTools(withTools(ALL, id('a'), ['delete', 'add'], false), id('b'), ['delete'], false);
    const shown = withTools(hidden, id('a'), ['delete'], true);
    expect([hiddenTools(shown, id('a')), hiddenTools(shown, id('b'))]).toEqual([
      new Set(['add']),
      new Set(['delete']),
    ]);
  });

  test('hiding a tool twice names it once', () => {
    const hidden = withTools(withTools(ALL, id('a'), ['delete'], false), id('a'), ['delete'], false);
    expect(hidden.hiddenTools).toEqual([{ serverId: 'a', tool: 'delete' }]);
  });
});

test.each<[string, ClientProfile, ClientProfile, boolean]>([
  ['another order of servers', only('a', 'b'), only('b', 'a'), true],
  ['another server', only('a'), only('b'), false],
  ['all and all there are', ALL, only('a'), false],
  ['prompts', ALL, { ...ALL, prompts: 'hidden' }, false],
  ['the listing', ALL, { ...ALL, listing: 'search' }, false],
  ['a favorite', ALL, withFavorite(ALL, { serverId: id('a'), tool: 'x' }, true), false],
  ['a hidden tool', ALL, withTools(ALL, id('a'), ['x'], false), false],
])('two profiles are compared by what they offer: %s', (_, one, other, same) => {
  expect(sameProfile(one, other)).toBe(same);
});

test('a favorite is named once, and may be hidden all the same', () => {
  const tool = { serverId: id('a'), tool: 'x' };
  const once = withFavorite(withFavorite(ALL, tool, true), tool, true);
  expect(once.favoriteTools).toEqual([tool]);
  expect([isFavorite(once, tool), isFavorite(once, { ...tool, tool: 'y' })]).toEqual([true, false]);
  const hidden = withTools(once, id('a'), ['x'], false);
  expect([isFavorite(hidden, tool), isOffered(hidden, tool), isOffered(once, tool)]).toEqual([
    true,
    false,
    true,
  ]);
  expect(withFavorite(once, tool, false)).toEqual(ALL);
});

test.each<[ClientProfile['listing'], ListingCost['automatic'] | undefined, boolean]>([
  ['search', undefined, true],
  ['all', 'search', false],
  ['automatic', 'search', true],
  ['automatic', 'all', false],
  ['automatic', undefined, false],
])('whether a client searches: %s where %s is automatic', (listing, automatic, expected) => {
  const cost = { tools: 1, allTokens: 1, searchTokens: 1, manyTools: 100, searchesItself: false };
  const known = automatic === undefined ? undefined : { ...cost, automatic };
  expect(searches({ ...ALL, listing }, known)).toBe(expected);
});
