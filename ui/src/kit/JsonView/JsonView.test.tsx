import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { JsonValue } from '../../lib/json';
import { expectAccessible, renderPart } from '../../test/render';
import { JsonView } from './JsonView';
import { initiallyOpen, jsonRows } from './rows';
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
  const text = `${'word '.repeat(40)}\nlast`;
  const { user } = renderPart(<JsonView value={{ text }} label="Value" />);
  const line = screen.getAllByRole('treeitem')[1];
  expect(line?.getAttribute('aria-expanded')).toBe('false');
  await user.click(line ?? document.body);
  expect(lines().at(-1)).toBe('last');
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
