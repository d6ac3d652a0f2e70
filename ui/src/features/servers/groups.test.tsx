import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { World } from '../../host/fake/world';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

const rows = () => screen.getAllByRole('option').map((row) => row.getAttribute('aria-label')?.split(',')[0]);

const group = (world: World) => {
  for (const { snapshot } of world.servers)
    if (snapshot.id === 'github' || snapshot.id === 'postgres') snapshot.group = 'Work';
};

const menuOf = async (label: string) => {
  fireEvent.contextMenu(await screen.findByRole('option', { name: new RegExp(label) }));
  return within(await screen.findByRole('menu', { name: t('servers.menu.label', { server: label }) }));
};

test('servers stand in their groups, which are collapsed and expanded by keyboard', async () => {
  const { user } = renderApp('/servers', { change: group });
  const work = within(await screen.findByRole('group', { name: 'Work' }));
  expect(work.getAllByRole('option').length).toBe(2);
  await expectAccessible();
  await user.click((await menuOf('Postgres')).getByRole('menuitem', { name: t('servers.menu.collapse') }));
  const collapsed = t('servers.group.collapsed', { group: 'Work', count: 2 });
  await screen.findByRole('option', { name: collapsed });
  screen.getByRole('listbox', { name: t('common.servers') }).focus();
  await user.keyboard('{End}{Enter}');
  expect(await screen.findByRole('option', { name: /GitHub/ })).toBeTruthy();
});

test('a server moves by Alt with an arrow key', async () => {
  const { user, host } = renderApp('/servers?server=github');
  (await screen.findByRole('listbox', { name: t('common.servers') })).focus();
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await waitFor(() => expect(rows().slice(0, 2)).toEqual(['GitHub', 'Demo server']));
  expect(host.calls.filter(({ name }) => name === 'server.arrange').length).toBe(1);
});

test('a server gets a new group by its menu', async () => {
  const { user } = renderApp('/servers');
  const menu = await menuOf('GitHub');
  menu.getByRole('menuitem', { name: t('servers.menu.moveTo') }).focus();
  await user.keyboard('{ArrowRight}');
  await user.click(await screen.findByRole('menuitem', { name: t('servers.menu.newGroup') }));
  const dialog = within(
    await screen.findByRole('dialog', { name: t('servers.group.title', { server: 'GitHub' }) }),
  );
  await user.type(dialog.getByRole('textbox', { name: t('servers.group.name') }), 'Work{Enter}');
  const work = within(await screen.findByRole('group', { name: 'Work' }));
  expect(work.getByRole('option', { name: 'GitHub, Running' })).toBeTruthy();
});

test('a server that is dropped on another one joins its group', async () => {
  renderApp('/servers', { change: group });
  const dragged = await screen.findByRole('option', { name: /Filesystem/ });
  const target = await screen.findByRole('option', { name: /GitHub/ });
  const dataTransfer = { setData: () => undefined, effectAllowed: '' };
  fireEvent.dragStart(dragged, { dataTransfer });
  fireEvent.dragOver(target, { dataTransfer, clientY: -1 });
  fireEvent.drop(target, { dataTransfer, clientY: -1 });
  await waitFor(() =>
    expect(within(screen.getByRole('group', { name: 'Work' })).getAllByRole('option').length).toBe(3),
  );
});

/** Groups of the list with their servers, those without a group first. */
const groups = () =>
  [...document.querySelectorAll('[role=listbox] [role=group]')].map(
    (each) =>
      `${each.getAttribute('aria-label')}: ${[...each.querySelectorAll('[role=option]')]
        .map((row) => row.getAttribute('aria-label')?.split(',')[0])
        .join(' ')}`,
  );

const dataTransfer = { setData: () => undefined, effectAllowed: '' };
/** Below the middle of the target: a test has no pointer. */
const drag = (dragged: Element, target: Element): void => {
  fireEvent.dragStart(dragged, { dataTransfer });
  fireEvent.dragOver(target, { dataTransfer });
  fireEvent.drop(target, { dataTransfer });
};
const headOf = (name: string): Element => {
  const head = screen.getByRole('group', { name }).querySelector('[draggable]');
  if (head === null) throw new Error('no header');
  return head;
};

const twoGroups = (world: World) => {
  for (const { snapshot } of world.servers) {
    if (snapshot.id === 'github') snapshot.group = 'Work';
    if (snapshot.id === 'postgres') snapshot.group = 'Home';
  }
};

test('a group is dragged by its name, also while it is collapsed, and takes servers that are dropped on it', async () => {
  const { user } = renderApp('/servers', { change: twoGroups });
  await screen.findByRole('group', { name: 'Home' });
  const before = groups().map((each) => each.split(':')[0]);
  const [first, second] = before.slice(-2) as [string, string];
  drag(headOf(first), headOf(second));
  await waitFor(() => expect(groups().map((each) => each.split(':')[0])).toEqual([before[0], second, first]));

  drag(await screen.findByRole('option', { name: /Filesystem/ }), headOf('Work'));
  await waitFor(() => expect(groups()).toContain('Work: Filesystem GitHub'));

  await user.click((await menuOf('Postgres')).getByRole('menuitem', { name: t('servers.menu.collapse') }));
  const home = await screen.findByRole('option', {
    name: t('servers.group.collapsed', { group: 'Home', count: 1 }),
  });
  drag(await screen.findByRole('option', { name: /GitHub/ }), home);
  const two = t('servers.group.collapsed', { group: 'Home', count: 2 });
  const both = await screen.findByRole('option', { name: two });
  drag(both, headOf('Work'));
  await waitFor(() => {
    const names = screen.getAllByRole('option').map((row) => row.getAttribute('aria-label') ?? '');
    expect(names.indexOf(two)).toBe(names.findIndex((name) => name.startsWith('Filesystem')) + 1);
  });
});

test('a collapsed group moves by Alt with an arrow key and by its menu', async () => {
  const { user } = renderApp('/servers', { change: twoGroups });
  for (const label of ['GitHub', 'Postgres'])
    // One menu after the other.
    // oxlint-disable-next-line no-await-in-loop
    await user.click((await menuOf(label)).getByRole('menuitem', { name: t('servers.menu.collapse') }));
  const [work, home] = ['Work', 'Home'].map((name) =>
    t('servers.group.collapsed', { group: name, count: 1 }),
  );
  const order = () =>
    screen
      .getAllByRole('option')
      .map((row) => row.getAttribute('aria-label'))
      .filter((name) => name === work || name === home);
  await waitFor(() => expect(order().length).toBe(2));
  const [upper, lower] = order();
  screen.getByRole('listbox', { name: t('common.servers') }).focus();
  await user.keyboard('{Home}');
  await user.click(screen.getByRole('option', { name: lower ?? '' }));
  screen.getByRole('listbox', { name: t('common.servers') }).focus();
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await waitFor(() => expect(order()).toEqual([lower, upper]));
  fireEvent.contextMenu(screen.getByRole('option', { name: lower ?? '' }));
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(t('servers.menu.moveDown')) }));
  await waitFor(() => expect(order()).toEqual([upper, lower]));
});
