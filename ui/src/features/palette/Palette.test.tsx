import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

test('the palette finds a tool by its words and goes there', async () => {
  const { user } = renderApp('/servers');
  await screen.findByRole('listbox', { name: 'Servers' });
  await user.click(screen.getByRole('button', { name: new RegExp(`^${t('palette.title')}`, 'u') }));
  const dialog = await screen.findByRole('dialog', { name: t('palette.title') });
  expect(await within(dialog).findByText(t('palette.shortcuts.title'))).toBeTruthy();
  await expectAccessible();
  const field = within(dialog).getByRole('combobox');
  await user.type(field, 'search iss');
  const first = await within(dialog).findByRole('option', { name: /Search issues/u, selected: true });
  expect(field.getAttribute('aria-activedescendant'), 'a screen reader hears what Enter opens').toBe(
    first.id,
  );
  await user.click(await within(dialog).findByText('Search issues'));
  expect(await screen.findByRole('link', { name: t('common.tools'), current: 'page' })).toBeTruthy();
});

test('? shows every shortcut', async () => {
  const { user } = renderApp('/settings');
  await screen.findByRole('heading', { name: t('common.settings'), level: 1 });
  await user.keyboard('{Shift>}?{/Shift}');
  expect(await screen.findByRole('dialog', { name: t('palette.shortcuts.title') })).toBeTruthy();
  await expectAccessible();
});

test('letters may be left out, actions are found, and what was chosen comes first the next time', async () => {
  const { host, user } = renderApp('/servers');
  await screen.findByRole('listbox', { name: 'Servers' });
  const open = async (): Promise<HTMLElement> => {
    await user.keyboard('{Control>}k{/Control}');
    return screen.findByRole('dialog', { name: t('palette.title') });
  };
  let dialog = await open();
  await user.type(within(dialog).getByRole('combobox'), 'restart demo');
  await user.click(await within(dialog).findByText(t('palette.action.restart', { server: 'Demo server' })));
  expect(host.calls.some(({ name }) => name === 'server.restart')).toBe(true);

  dialog = await open();
  const restart = await within(dialog).findByText(t('palette.action.restart', { server: 'Demo server' }));
  const command = within(dialog).getByText(t('palette.command.addServer'));
  expect(
    restart.compareDocumentPosition(command) & Node.DOCUMENT_POSITION_FOLLOWING,
    'an action that is offered only because it was chosen stands before the commands',
  ).toBeTruthy();
  await user.type(within(dialog).getByRole('combobox'), 'srch issu');
  expect(await within(dialog).findByText('Search issues')).toBeTruthy();
  await expectAccessible();
});
