import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { KeptEntry, ServerId } from '../api/generated/contract';
import { expectAccessible, renderApp } from '../test/render';
import { t } from '../words/translate';

const kept = (list: KeptEntry['list'], key: string, serverId = 'demo'): KeptEntry => ({
  serverId: serverId as ServerId,
  list,
  key,
  title: key,
  at: 1,
});

test.each([
  ['/tools', 'echo', 'tools'],
  ['/prompts', 'greet', 'prompts'],
] as const)('%s with nothing chosen leads to what was opened last and marked', async (path, key, list) => {
  const { user } = renderApp(path, {
    change: (world) => {
      world.recent = [kept(list, key), kept('resources', 'demo://a'), kept(list, 'lost', 'gone')];
      world.bookmarks = [kept(list, key)];
    },
  });
  const recent = await screen.findByRole('region', { name: t('shared.kept.recent') });
  expect(
    within(recent)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual([`${key} Demo server`]);
  expect(screen.getByRole('region', { name: t('shared.kept.bookmarks') })).toBeDefined();
  await expectAccessible();
  await user.click(within(recent).getByRole('link'));
  expect((await screen.findByRole('option', { selected: true })).textContent).toContain(key);
});

test('with nothing chosen the resources of all servers are shown as they look', async () => {
  const { user } = renderApp('/resources');
  const start = await screen.findByRole('region', { name: t('resources.select') });
  const tile = await within(start).findByRole('link', { name: /^Read me/ });
  await expectAccessible();
  await user.click(tile);
  expect(await screen.findByRole('option', { name: /^Read me/, selected: true })).toBeDefined();
});

test('a list is scrolled as it was when it was left', async () => {
  const { user } = renderApp('/tools');
  (await screen.findByRole('listbox')).scrollTop = 120;
  await user.click(screen.getByRole('link', { name: t('common.prompts') }));
  await screen.findByRole('option', { name: /^Greet/ });
  await user.click(screen.getByRole('link', { name: t('common.tools') }));
  await screen.findByRole('option', { name: /^Echo/ });
  expect(screen.getByRole('listbox').scrollTop).toBe(120);
});
