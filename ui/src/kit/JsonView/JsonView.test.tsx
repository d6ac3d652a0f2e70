import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { JsonValue } from '../../lib/json';
import { expectAccessible, renderPart } from '../../test/render';
import { JsonView } from './JsonView';
import { allOpen, initiallyOpen, jsonRows } from './rows';
import { t } from '../../words/translate';

const lines = () => screen.getAllByRole('treeitem').map((line) => line.textContent);

const shown: [what: string, value: JsonValue, lines: string[]][] = [
  [
    'an object',
    { a: 1, b: 'x', c: null },
    [t('content.json.properties', { count: 3 }), 'a1', 'b"x"', 'cnull'],
  ],
  ['a list', [true, []], [t('content.json.items', { count: 2 }), '0true', '1[]']],
  ['a bare value', 'x', ['"x"']],
  ['hidden characters', ['\u202E'], [t('content.json.items', { count: 1 }), '0"U+202E"']],
];

test.each(shown)('shows %s', async (_what, value, expected) => {
  renderPart(<JsonView value={value} label="Value" />);
  expect(lines()).toEqual(expected);
  await expectAccessible();
});

test('folds, unfolds and walks by keyboard, and names the place', async () => {
  const { user } = renderPart(<JsonView value={{ list: [{ deep: 1 }], end: 2 }} label="Value" />);
  await user.tab();
  await user.keyboard('{ArrowDown}{ArrowLeft}');
  expect(lines()).toEqual([
    t('content.json.properties', { count: 2 }),
    `list${t('content.json.items', { count: 1 })}`,
    'end2',
  ]);
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  expect(screen.getByRole('treeitem', { selected: true }).textContent).toBe('deep1');
  expect(screen.getByText('list[0].deep')).toBeTruthy();
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(lines()).toEqual([
    t('content.json.properties', { count: 2 }),
    `list${t('content.json.items', { count: 1 })}`,
    `0${t('content.json.properties', { count: 1 })}`,
    'end2',
  ]);
});

test('a long text unfolds into its lines', async () => {
  const text = `${'word '.repeat(40)}\r\nlast\r\n`;
  const { user } = renderPart(<JsonView value={{ text }} label="Value" />);
  const line = screen.getAllByRole('treeitem')[1];
  expect(line?.getAttribute('aria-expanded')).toBe('false');
  await user.click(line ?? document.body);
  expect(lines().at(-2)).toBe('last');
});

test('only about a page is unfolded at first, and all lines of a large value are known', () => {
  const big = { rows: Array.from({ length: 10_000 }, (_, id) => ({ id })) };
  expect([...initiallyOpen(big)], 'ten thousand rows stay folded').toEqual(['']);
  expect(jsonRows(big, new Set(['', '/rows'])).length).toBe(10_002);
});

test('a value of ten thousand lines draws only those in view', async () => {
  const { user } = renderPart(<JsonView value={Array.from({ length: 10_000 }, (_, n) => n)} label="Value" />);
  if (screen.getAllByRole('treeitem').length === 1) await user.click(screen.getByRole('treeitem'));
  const drawn = screen.getAllByRole('treeitem').length;
  expect(drawn).toBeGreaterThan(20);
  expect(drawn).toBeLessThan(200);
});

test('a row knows its place and is named by it, also a line of a text', () => {
  const text = `${'word '.repeat(40)}\nlast`;
  const value = { 'a/b': [{ text, word: null }], empty: [] };
  const rows = jsonRows(value, new Set(['', '/a~1b', '/a~1b/0', '/a~1b/0/text']));
  expect(rows.map(({ key, depth, label, kind, open }) => [key, depth, label, kind, open])).toEqual([
    ['', 0, null, 'object', true],
    ['/a~1b', 1, 'a/b', 'array', true],
    ['/a~1b/0', 2, '0', 'object', true],
    ['/a~1b/0/text', 3, 'text', 'string', true],
    ['/a~1b/0/text#0', 4, null, 'line', null],
    ['/a~1b/0/text#1', 4, null, 'line', null],
    ['/a~1b/0/text#2', 4, null, 'line', null],
    ['/a~1b/0/word', 3, 'word', 'word', null],
    ['/empty', 1, 'empty', 'array', null],
  ]);
  expect(rows.at(5)?.path, 'where its text stands').toEqual(['a/b', 0, 'text']);
});

test.each([
  ['fits its line', 'x'.repeat(108), `"${'x'.repeat(108)}"`, null],
  ['is too long', 'x'.repeat(109), `"${'x'.repeat(109)}…`, false],
  ['is too long as JSON', '\n'.repeat(55), `"${'\\n'.repeat(54)}\\…`, false],
])('a text that %s', (_what, value, text, open) => {
  const [row] = jsonRows(value, new Set());
  expect({ text: row?.text, open: row?.open }).toEqual({ text, open });
});

test('a value of very many levels is expanded only so far', () => {
  let value: JsonValue = 1;
  for (let level = 0; level < 50_000; level += 1) value = [value];
  const open = allOpen(value);
  expect(open.size).toBe(200);
  expect(jsonRows(value, open)).toHaveLength(201);
});
