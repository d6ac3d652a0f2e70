import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

const page = (label: string) =>
  screen.findByRole('region', { name: t('servers.page.label', { server: label }) });

test('removing is done at once, and undone by a press', async () => {
  const { user } = renderApp('/servers?server=github');
  await user.click(await screen.findByRole('button', { name: t('servers.page.more', { server: 'GitHub' }) }));
  await user.click(await screen.findByRole('menuitem', { name: t('common.remove') }));
  await waitFor(() => expect(screen.queryByRole('option', { name: /GitHub/ })).toBeNull());
  const said = t('servers.remove.removed', { server: 'GitHub' });
  const messages = within(screen.getByRole('region', { name: t('shared.messages') }));
  const toast = await messages.findByRole('group');
  expect(toast.textContent).toContain(said);
  expect(document.querySelector('[data-announcer]')?.textContent).toContain(
    t('common.undoSaid', { message: said, keys: 'Ctrl+Z' }),
  );
  await expectAccessible();
  await user.click(within(toast).getByRole('button', { name: t('common.undo') }));
  expect(await screen.findByRole('option', { name: 'GitHub, Running' })).toBeTruthy();
  expect(await page('GitHub'), 'what was brought back is open again').toBeTruthy();
});

test('a server is removed and brought back by keyboard alone', async () => {
  const { user, host } = renderApp('/servers?server=github');
  (await screen.findByRole('listbox', { name: t('common.servers') })).focus();
  await user.keyboard('{Shift>}{F10}{/Shift}');
  const menu = await screen.findByRole('menu', { name: t('servers.menu.label', { server: 'GitHub' }) });
  await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true));
  await user.keyboard('{End}{Enter}');
  await waitFor(() => expect(screen.queryByRole('option', { name: /GitHub/ })).toBeNull());
  await screen.findByText(t('servers.remove.removed', { server: 'GitHub' }));
  await user.keyboard('{Control>}z{/Control}');
  expect(await screen.findByRole('option', { name: 'GitHub, Running' })).toBeTruthy();
  expect(host.calls.find(({ name }) => name === 'server.restore')?.params).toEqual({ serverId: 'github' });
});

test('the tabs of a page go by arrow keys, and back and forward go through them', async () => {
  const { user } = renderApp('/servers?server=github');
  const tab = (key: 'overview' | 'configuration' | 'permissions' | 'logs') =>
    screen.findByRole('tab', { name: t(`servers.tabs.${key}`) });
  (await tab('overview')).focus();
  await user.keyboard('{ArrowRight}');
  expect((await tab('configuration')).getAttribute('aria-selected')).toBe('true');
  expect(await screen.findByRole('region', { name: t('common.configuration') })).toBeTruthy();
  await expectAccessible();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect((await tab('logs')).getAttribute('aria-selected')).toBe('true');
  expect(await screen.findByRole('button', { name: t('common.protocolLog') })).toBeTruthy();
  await expectAccessible();
});

test.each([
  ['configuration', 'common.configuration'],
  ['permissions', 'common.permissions'],
] as const)('an address opens the tab %s', async (tab, key) => {
  renderApp(`/servers?server=github&tab=${tab}`);
  expect(await screen.findByRole('region', { name: t(key) })).toBeTruthy();
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe(t(`servers.tabs.${tab}`));
  await expectAccessible();
});

test('a server is disabled and restarted in its row', async () => {
  const { user, host } = renderApp('/servers');
  const open = async (label: string) => {
    fireEvent.contextMenu(await screen.findByRole('option', { name: label }));
    return within(await screen.findByRole('menu', { name: t('servers.menu.label', { server: 'GitHub' }) }));
  };
  await user.click((await open('GitHub, Running')).getByRole('menuitem', { name: t('common.restart') }));
  expect(host.calls.some(({ name }) => name === 'server.restart')).toBe(true);
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await user.click((await open('GitHub, Running')).getByRole('menuitem', { name: t('common.disable') }));
  const disabled = await screen.findByRole('option', { name: `GitHub, ${t('shared.state.disabled')}` });
  expect(disabled.getAttribute('aria-selected'), 'the menu chooses its row').toBe('true');
});

test('a variable that a failed server misses is passed by a click', async () => {
  const { user, host } = renderApp('/servers?server=notes');
  await user.click(
    await screen.findByRole('button', { name: t('servers.state.pass', { name: 'NOTES_TOKEN' }) }),
  );
  const passed = host.calls.find(({ name }) => name === 'server.passVariables');
  expect(passed?.params).toEqual({ serverId: 'notes', names: ['NOTES_TOKEN'] });
});
