import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { JsonValue } from '../../lib/json';
import { expectAccessible, renderPart } from '../../test/render';
import { t } from '../../words/translate';
import { Structured } from '../result/Structured';

const CITIES: JsonValue = [
  { city: 'Lisbon', celsius: 21.5, rain: 2 },
  { city: 'Oslo', celsius: -3, rain: 7 },
  { city: '<script>', celsius: 0, rain: null },
];

const drawing = () => document.querySelector('svg.recharts-surface');

test.each([
  ['bar', '.recharts-bar-rectangle'],
  ['line', '.recharts-line-curve'],
  ['scatter', '.recharts-scatter-symbol'],
] as const)('numbers are drawn as a chart: %s', async (kind, mark) => {
  const { user } = renderPart(<Structured value={CITIES} />);
  await user.click(screen.getByRole('radio', { name: t('content.view.chart') }));
  await user.click(await screen.findByRole('radio', { name: t(`chart.kind.${kind}`) }));
  await waitFor(() => expect(document.querySelector(mark)).not.toBeNull());
  const values = screen.getByRole('table', {
    name: t('chart.values', { name: t('content.result.structuredResult') }),
  });
  expect(
    within(values)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['citycelsius', 'Lisbon21.5', 'Oslo-3', '<script>0']);
  await expectAccessible();
});

test('the points of a dashed line are drawn whole', async () => {
  const { user } = renderPart(<Structured value={CITIES} />);
  await user.click(screen.getByRole('radio', { name: t('content.view.chart') }));
  await user.click(await screen.findByRole('radio', { name: t('chart.kind.line') }));
  await user.click(screen.getByRole('checkbox', { name: 'rain' }));
  const points = () => [...document.querySelectorAll('.recharts-line-dot')];
  await waitFor(() => expect(points().length).toBeGreaterThan(3));
  expect(new Set(points().map((point) => point.getAttribute('stroke-dasharray')))).toEqual(new Set(['none']));
});

test('axes are chosen; the drawing and its values are saved', async () => {
  const { host, user } = renderPart(<Structured value={CITIES} />);
  await user.click(screen.getByRole('radio', { name: t('content.view.chart') }));
  await user.click(await screen.findByRole('checkbox', { name: 'rain' }));
  await waitFor(() => expect(drawing()).not.toBeNull());
  expect(
    within(screen.getByRole('list', { name: t('chart.legend') }))
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['celsius', 'rain']);
  const save = async (what: 'chart.asSvg' | 'chart.asCsv') => {
    await user.click(screen.getByRole('button', { name: t('chart.save') }));
    await user.click(await screen.findByRole('menuitem', { name: t(what) }));
  };
  await save('chart.asCsv');
  await save('chart.asSvg');
  const [csv, svg] = host.calls.flatMap(({ name, params }) =>
    name === 'content.saveText' ? [params as { name: string; text: string }] : [],
  );
  expect(csv).toEqual({
    name: 'chart.csv',
    text: 'city,celsius,rain\nLisbon,21.5,2\nOslo,-3,7\n<script>,0,',
  });
  expect(svg?.text).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/u);
  expect(svg?.text, 'nothing of it is markup').not.toContain('<script');
  expect(svg?.text, 'nothing is left of the style sheets of the page').not.toMatch(/ (class|style)=/u);
});

test('rows without numbers have no chart', () => {
  renderPart(<Structured value={[{ a: 'x' }, { a: 'y' }]} />);
  expect(screen.queryByRole('radio', { name: t('content.view.chart') })).toBeNull();
  expect(screen.getByRole('radio', { name: t('content.view.table') })).toBeDefined();
});
