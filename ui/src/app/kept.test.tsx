import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ServerId } from '../api/generated/contract';
import { renderApp } from '../test/render';
import { t } from '../words/translate';

const rows = (): string[] => screen.getAllByRole('option').map((row) => row.getAttribute('aria-label') ?? '');

test.each([
  ['/tools', t('tools.list.search'), 'echo', /^Echo/],
  ['/resources', t('shared.catalog.resources.search'), 'tides csv', /^Tides/],
  ['/prompts', t('shared.catalog.prompts.search'), 'greet', /^Greet/],
])('%s is still narrowed to what was searched after a link and back', async (path, label, text, row) => {
  const { user } = renderApp(path);
  await screen.findByRole('option', { name: row });
  await user.type(screen.getByRole('searchbox', { name: label }), text);
  await user.click(screen.getByRole('option', { name: row }));
  const narrowed = rows();
  await user.click(screen.getByRole('link', { name: t('common.settings') }));
  await screen.findByRole('heading', { name: t('common.settings'), level: 1 });
  await user.keyboard('{Alt>}{ArrowLeft}{/Alt}');
  const field = await screen.findByRole<HTMLInputElement>('searchbox', { name: label });
  expect(field.value).toBe(text);
  await screen.findByRole('option', { name: row, selected: true });
  expect(rows()).toEqual(narrowed);
});

test('kinds, bookmarks and folders that were chosen are still chosen after a link and back', async () => {
  const { user } = renderApp('/resources', {
    change: (world) => {
      world.settings.resourceViews = { '': 'tree' };
      world.bookmarks = [
        { serverId: 'demo' as ServerId, list: 'resources', key: 'demo://docs/readme.md', title: 'R', at: 1 },
        { serverId: 'demo' as ServerId, list: 'resources', key: 'demo://images/arch.png', title: 'A', at: 2 },
      ];
    },
  });
  const docs = () => screen.findByRole('treeitem', { name: /^demo:\/\/docs/ });
  const kind = () => screen.getByRole('checkbox', { name: new RegExp(t('resources.kind.text')) });
  const bookmarks = () => screen.getByRole('checkbox', { name: new RegExp(t('shared.kept.bookmarks')) });
  await user.click(await docs());
  await user.click(kind());
  await user.click(bookmarks());
  await user.click(screen.getByRole('link', { name: t('common.settings') }));
  await screen.findByRole('heading', { name: t('common.settings'), level: 1 });
  await user.keyboard('{Alt>}{ArrowLeft}{/Alt}');
  expect((await docs()).getAttribute('aria-expanded')).toBe('false');
  expect([kind(), bookmarks()].map((chip) => (chip as HTMLInputElement).checked)).toEqual([true, true]);
});

test('a link to a resource that the list leaves out shows it', async () => {
  const { user } = renderApp('/resources');
  await screen.findByRole('option', { name: /^Tides/ });
  await user.type(screen.getByRole('searchbox', { name: t('shared.catalog.resources.search') }), 'tides csv');
  await user.keyboard('{Control>}k{/Control}');
  const dialog = await screen.findByRole('dialog', { name: t('palette.title') });
  await user.type(within(dialog).getByRole('combobox'), 'read me');
  await user.click(await within(dialog).findByText('Read me'));
  // Its own first heading says the same.
  expect(await screen.findAllByRole('heading', { name: 'Read me' })).not.toEqual([]);
  expect(await screen.findByRole('option', { name: /^Read me/, selected: true })).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('searchbox').value, 'the search that hid it is gone').toBe('');
});

test('servers that were chosen among all narrow no list of one server, where they cannot be seen', async () => {
  const { user } = renderApp('/resources', {
    change: (world) => {
      const [first] = world.resources;
      if (first === undefined) throw new Error('a resource');
      world.resources.push({ ...first, serverId: 'github' as ServerId, uri: 'gh://a', title: 'Issues' });
    },
  });
  await screen.findByRole('option', { name: /^Issues/ });
  const servers = screen.getByRole('group', { name: t('common.servers') });
  await user.click(within(servers).getByRole('checkbox', { name: /GitHub/ }));
  expect(rows().map((row) => row.split(',')[0])).toEqual(['Issues']);
  await user.click(screen.getByRole('link', { name: t('common.servers') }));
  await user.click(await screen.findByRole('option', { name: /^Demo server/ }));
  const lists = await screen.findByRole('region', { name: t('servers.lists.title') });
  await user.click(await within(lists).findByRole('link', { name: t('common.resources') }));
  expect(await screen.findByRole('option', { name: /^Read me/ })).toBeDefined();
});

test.each([
  ['tools', 'echo', t('common.tools'), /^Echo/],
  ['templates', 'demo://cities/{country}/{city}', t('common.resources'), /Cit/],
  ['prompts', 'greet', t('common.prompts'), /^Greet/],
] as const)(
  'after a start the rail leads to what was opened last of %s',
  async (list, key, screenName, row) => {
    const opened = (serverId: string, at: number) => ({
      serverId: serverId as ServerId,
      list,
      key,
      title: key,
      at,
    });
    const { user } = renderApp('/servers', {
      change: (world) => {
        world.recent = [opened('gone', 3), opened('demo', 2), opened('github', 1)];
      },
    });
    await screen.findByRole('option', { name: /^Demo server/ });
    const link = () => screen.getByRole('link', { name: new RegExp(`^${screenName}`) });
    await expect
      .poll(() => link().getAttribute('href'))
      .toContain(`server=demo&item=${encodeURIComponent(key)}`);
    await user.click(link());
    expect(await screen.findByRole('option', { name: row, selected: true })).toBeDefined();
  },
);

test('a call that the search of Activity leaves out is shown when it is opened from elsewhere', async () => {
  const { user } = renderApp('/activity?item=h1');
  await screen.findByRole('option', { name: /^echo/, selected: true });
  await user.click(screen.getByRole('link', { name: t('app.nav.activity') }));
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: t('activity.call.search') });
  await user.type(field, 'zzz');
  expect(await screen.findByText(t('activity.call.noMatch'))).toBeDefined();
  await user.click(screen.getByRole('button', { name: t('app.travel.back') }));
  expect(await screen.findByRole('option', { name: /^echo/, selected: true })).toBeDefined();
  expect(field.value).toBe('');
});
