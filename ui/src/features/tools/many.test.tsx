import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fill } from '../../host/fake/crowd';
import { renderApp } from '../../test/render';
import { t } from '../../words/translate';

const rows = () => within(screen.getByRole('listbox', { name: t('common.tools') })).getAllByRole('option');

test('of 10,000 tools only those in sight are drawn, each with its place, and a search finds any', async () => {
  const { host, user } = renderApp('/servers');
  await screen.findByRole('listbox', { name: t('common.servers') });
  fill(host.world, 10_000);
  await user.click(screen.getByRole('link', { name: new RegExp(`^${t('common.tools')}`, 'u') }));
  await screen.findByRole('option', { name: 'Entry 0 tool_0' });
  expect(rows().length, 'rows out of sight are not drawn').toBeLessThan(60);
  expect(
    rows()
      .map((row) => row.getAttribute('aria-posinset'))
      .slice(0, 3),
  ).toEqual(['1', '2', '3']);
  expect(new Set(rows().map((row) => row.getAttribute('aria-setsize')))).toEqual(new Set(['10000']));

  await user.type(screen.getByRole('searchbox', { name: t('tools.list.search') }), 'entry 9999');
  await waitFor(() =>
    expect(rows().map((row) => row.getAttribute('aria-label'))).toEqual(['Entry 9999 tool_9999']),
  );
  await user.clear(screen.getByRole('searchbox', { name: t('tools.list.search') }));
  await waitFor(() => expect(rows()[0]?.getAttribute('aria-setsize')).toBe('10000'));
  screen.getByRole('listbox', { name: t('common.tools') }).focus();
  await user.keyboard('{End}');
  const last = await screen.findByRole('option', { name: 'Entry 9999 tool_9999', selected: true });
  expect(last.getAttribute('aria-posinset')).toBe('10000');
  expect(rows().length).toBeLessThan(120);
});
