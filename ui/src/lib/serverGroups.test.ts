import { expect, test } from 'vitest';
import type { ServerId, ServerPlace } from '../api/generated/contract';
import { dropped, groupDropped, groupNames, groupStepped, joined, listed, stepped } from './serverGroups';

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

test.each([
  ['b', 'Work', 'first', 'e: b:Work a:Work d:Work c:Home'],
  ['b', 'Work', 'last', 'e: a:Work d:Work b:Work c:Home'],
  ['d', 'Work', 'first', 'b: e: d:Work a:Work c:Home'],
  ['c', 'Home', 'last', null],
] as const)('%s is dropped on the name of %s and is its %s', (id, group, end, expected) => {
  expect(said(joined(SERVERS, id as ServerId, group, end))).toBe(expected);
});

const THREE = [...SERVERS, server('f', 'Play')];

test.each([
  ['Home', -1, 'b: e: c:Home a:Work d:Work f:Play'],
  ['Home', 1, 'b: e: a:Work d:Work f:Play c:Home'],
  ['Work', -1, null],
  ['Play', 1, null],
  ['None', 1, null],
] as const)('the group %s moves by %s', (group, by, expected) => {
  expect(said(groupStepped(THREE, group, by))).toBe(expected);
});

test.each([
  ['Play', null, 'after', 'b: e: f:Play a:Work d:Work c:Home'],
  ['Play', 'Work', 'before', 'b: e: f:Play a:Work d:Work c:Home'],
  ['Work', 'Play', 'after', 'b: e: c:Home f:Play a:Work d:Work'],
  ['Work', 'Work', 'after', null],
] as const)('the group %s is dropped at %s, %s', (group, target, side, expected) => {
  expect(said(groupDropped(THREE, group, target, side))).toBe(expected);
});
