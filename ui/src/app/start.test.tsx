import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { HistoryId, KeptEntry, ServerId } from '../api/generated/contract';
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

test('Tools with nothing chosen leads to what is called most, if it is still listed', async () => {
  renderApp('/tools', {
    change: ({ history }) => {
      const [first] = history;
      if (first === undefined) throw new Error('a call');
      const names = ['fail', 'gone', 'fail', 'echo', 'gone', 'fail', 'slow', 'echo'];
      history.splice(
        0,
        1,
        ...names.map((name, at) => ({ ...first, row: { ...first.row, id: `${at}` as HistoryId, name } })),
      );
    },
  });
  const used = within(await screen.findByRole('region', { name: t('shared.kept.mostUsed') }));
  expect(used.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    expect.stringContaining('item=fail'),
    expect.stringContaining('item=echo'),
  ]);
});

test('with nothing chosen the resources of all servers are shown, and none is read for it', async () => {
  const { host, user } = renderApp('/resources');
  const tile = async (name: RegExp) => {
    const start = await screen.findByRole('region', { name: t('resources.select') });
    return within(start).findByRole('link', { name });
  };
  const asked = () => host.calls.filter(({ name }) => name === 'resource.thumbnail').length;
  await tile(/^Read me/);
  await expectAccessible();
  expect(asked()).toBe(0);
  await user.click(screen.getByRole('radio', { name: t('resources.views.gallery') }));
  const arch = await screen.findByRole('option', { name: /^Arch/ });
  await waitFor(() => expect(arch.querySelector('img')).not.toBeNull());
  const before = asked();
  await user.click(screen.getByRole('radio', { name: t('resources.views.list') }));
  expect((await tile(/^Arch/)).querySelector('img'), 'what the gallery has read is known').not.toBeNull();
  expect(asked()).toBe(before);
  await user.click(await tile(/^Read me/));
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
