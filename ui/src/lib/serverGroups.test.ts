import { expect, test } from 'vitest';
import type { ServerId, ServerPlace } from '../api/generated/contract';
import { dropped, groupNames, listed, stepped } from './serverGroups';

const server = (id: string, group: string | null = null) => ({ id: id as ServerId, group });
const SERVERS = [server('a', 'Work'), server('b'), server('c', 'Home'), server('d', 'Work'), server('e')];

const said = (places: ServerPlace[] | null) =>
  places?.map(({ serverId, group }) => `${serverId}:${group ?? ''}`).join(' ') ?? null;

test('groups stand in the order of their first servers, after those without one', () => {
  expect(groupNames(SERVERS)).toEqual(['Work', 'Home']);
  expect(listed(SERVERS).map(({ id }) => id)).toEqual(['b', 'e', 'a', 'd', 'c']);
});

test.each([
  ['a', 1, 'b: e: d:Work a:Work c:Home'],
  ['e', -1, 'e: b: a:Work d:Work c:Home'],
  ['a', -1, null],
  ['c', 1, null],
  ['x', 1, null],
] as const)('%s moves by %s', (id, by, expected) => {
  expect(said(stepped(SERVERS, id as ServerId, by))).toBe(expected);
});

test.each([
  ['b', 'd', 'before', 'e: a:Work b:Work d:Work c:Home'],
  ['a', 'c', 'after', 'b: e: d:Work c:Home a:Home'],
  ['c', 'b', 'before', 'c: b: e: a:Work d:Work'],
  ['a', 'a', 'after', null],
  ['a', 'x', 'after', null],
] as const)('%s is dropped at %s, %s', (id, target, side, expected) => {
  expect(said(dropped(SERVERS, id as ServerId, target as ServerId, side))).toBe(expected);
});
