import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { tableOf } from '../../kit/Table/jsonTable';
import type { JsonValue } from '../../lib/json';
import { expectAccessible, renderPart } from '../../test/render';
import { t } from '../../words/translate';
import { Structured } from '../result/Structured';
import { JsonTable } from './JsonTable';

const wide = (columns: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: columns }, (_, index) => [`c${index + 1}`, index]));

const tables: [what: string, value: JsonValue, columns: string[] | null][] = [
  ['flat rows', [{ a: 1 }, { b: 'x', a: 2 }], ['a', 'b']],
  ['lists of plain values in cells', [{ tags: ['x', 'y'] }], ['tags']],
  ['nothing', [], null],
  ['nothing but objects in cells', [{ a: { b: 1 } }], null],
  ['an object beside plain values', [{ a: { b: 1 }, c: 2 }], ['a', 'c']],
  ['more columns than are drawn', [wide(30)], Object.keys(wide(30))],
  ['more columns than a table has', [wide(501)], null],
  ['a mixed list', [{ a: 1 }, 2], null],
  ['no list', { a: 1 }, null],
  ['rows without cells', [{}, {}], null],
];

test.each(tables)('%s', (_what, value, columns) => {
  expect(tableOf(value)?.columns ?? null).toEqual(columns);
});

const cells = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);

test('sorts by a click on a head: numbers as numbers, then back to the order that came', async () => {
  const table = tableOf([{ n: 10 }, { n: 9 }, { n: 100 }]);
  if (table === null) throw new Error('these rows are a table');
  const { user } = renderPart(<JsonTable label="Numbers" table={table} />);
  const head = screen.getByRole('button', { name: 'n' });
  await user.click(head);
  expect(cells()).toEqual(['9', '10', '100']);
  expect(screen.getByRole('columnheader').getAttribute('aria-sort')).toBe('ascending');
  await user.click(head);
  expect(cells()).toEqual(['100', '10', '9']);
  await user.click(head);
  expect(cells()).toEqual(['10', '9', '100']);
  await expectAccessible();
});

test('a long table draws only the rows in view but says how many there are', () => {
  const table = tableOf(Array.from({ length: 5_000 }, (_, id) => ({ id })));
  if (table === null) throw new Error('these rows are a table');
  renderPart(<JsonTable label="Many" table={table} />);
  const drawn = cells().length;
  expect(drawn).toBeGreaterThan(20);
  expect(drawn).toBeLessThan(200);
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('5001');
});

test('nothing comes last whichever way a column is sorted, and numbers stand at the right', async () => {
  const table = tableOf([{ n: null, s: 'x' }, { n: 2, s: 'b' }, { s: 'a' }, { n: -3, s: 'c' }]);
  if (table === null) throw new Error('these rows are a table');
  const { user } = renderPart(<JsonTable label="Gaps" table={table} />);
  await user.click(screen.getByRole('button', { name: 'n' }));
  expect(cells()).toEqual(['-3c', '2b', 'nullx', 'a']);
  await user.click(screen.getByRole('button', { name: 'n' }));
  expect(cells()).toEqual(['2b', '-3c', 'nullx', 'a']);
  expect(screen.getAllByRole('columnheader').map((head) => head.dataset['align'])).toEqual(['end', 'start']);
});

test('a cell is copied by key or menu; a saved table runs no formula', async () => {
  const table = tableOf([
    { name: '=sum()', n: -3 },
    { name: 'b', n: null },
  ]);
  if (table === null) throw new Error('these rows are a table');
  const { host, user } = renderPart(<JsonTable label="Cells" table={table} />);
  const grid = screen.getByRole('grid', { name: 'Cells' });
  grid.focus();
  await user.keyboard('{ArrowDown}{Control>}c{/Control}');
  expect(await navigator.clipboard.readText()).toBe('=sum()');
  const active = () => document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
  expect(active()?.textContent, 'a screen reader says the picked cell').toBe('=sum()');
  expect(active()?.getAttribute('aria-selected')).toBe('true');
  await user.keyboard('{ArrowRight}');
  expect(active()?.textContent).toBe('-3');
  await user.keyboard('{Shift>}{F10}{/Shift}');
  await user.click(await screen.findByRole('menuitem', { name: t('content.table.copyRow') }));
  expect(await navigator.clipboard.readText(), 'the cells as they are').toBe('=sum(),-3');
  await expectAccessible();
  await user.pointer({ keys: '[MouseRight]', target: screen.getByText('b') });
  await user.click(await screen.findByRole('menuitem', { name: t('content.table.save') }));
  expect(host.calls.filter(({ name }) => name === 'content.saveText').map(({ params }) => params)).toEqual([
    { name: 'result.csv', text: `name,n\n"'=sum()",-3\nb,` },
  ]);
});

test('objects in cells are shown as JSON', () => {
  const table = tableOf([{ a: 1, b: { c: [1, { d: 'x' }] }, e: [{ f: 1 }, 2] }]);
  if (table === null) throw new Error('these rows are a table');
  renderPart(<JsonTable label="Deep" table={table} />);
  expect(screen.getAllByRole('gridcell').map(({ textContent }) => textContent)).toEqual([
    '1',
    '{"c":[1,{"d":"x"}]}',
    '[{"f":1},2]',
  ]);
});

test('of a wide table the first columns are drawn, and it says so; CSV has all', async () => {
  const table = tableOf([wide(30)]);
  if (table === null) throw new Error('these rows are a table');
  const { user } = renderPart(<JsonTable label="Wide" table={table} />);
  expect(screen.getAllByRole('columnheader')).toHaveLength(24);
  expect(screen.getByText(t('content.table.firstColumns', { shown: 24, columns: 30 }))).toBeDefined();
  await user.click(screen.getByRole('button', { name: t('content.table.copyTable') }));
  const names = Object.keys(wide(30));
  expect(await navigator.clipboard.readText()).toBe(
    `${names.join(',')}\n${names.map((_, index) => index).join(',')}`,
  );
});

test('a table two objects deep is shown beside what stands with it', () => {
  renderPart(<Structured value={{ ok: true, data: { total: 2, items: [{ n: 1 }, { n: 2 }] } }} />);
  expect(screen.getByRole('grid', { name: 'data.items' })).toBeDefined();
  expect(screen.getByRole('tree', { name: 'data' }).textContent).toContain('total');
});
