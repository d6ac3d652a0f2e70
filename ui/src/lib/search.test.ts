import { expect, test } from 'vitest';
import { closest, matches } from './search';

test.each<[string, string[], boolean]>([
  ['', ['anything'], true],
  ['git iss', ['Search issues', 'GitHub'], true],
  ['ISSUES', ['search_issues'], true],
  ['issue post', ['Search issues', 'GitHub'], false],
])('“%s” in %j is %s', (query, texts, expected) => {
  expect(matches(query, ...texts)).toBe(expected);
});

test.each<[string, string | null]>([
  ['deplpy', 'deploy'],
  ['postgers', 'Postgres'],
  ['isues', 'search_issues'],
  ['zzzzzz', null],
  ['de', null],
])('nothing called “%s” may mean %s', (query, expected) => {
  expect(closest(query, ['deploy', 'Postgres', 'search_issues'])).toBe(expected);
});
