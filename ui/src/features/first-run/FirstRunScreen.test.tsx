import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

const start = () => renderApp('/servers', { servers: 'none' });

test('the first run starts the demo with one click and shows its tools', async () => {
  const { user, host } = start();
  const button = await screen.findByRole('button', { name: t('common.startDemoServer') });
  await expectAccessible();
  await user.click(button);
  expect(await screen.findByRole('link', { name: t('common.tools'), current: 'page' })).toBeTruthy();
  expect(host.world.servers.map((server) => server.snapshot.label)).toEqual(['Demo server']);
});

test('what is pasted here stands in the sheet, whole', async () => {
  const { user } = start();
  await user.click(await screen.findByRole('textbox', { name: t('firstRun.add.paste') }));
  await user.paste('{"mcpServers":{\n"x":{"command":"npx"}}}');
  const sheet = await screen.findByRole('dialog', { name: t('common.addServer') });
  const field = within(sheet).getByRole<HTMLTextAreaElement>('textbox', {
    name: t('serverForm.paste.label'),
  });
  expect(field.value).toBe('{"mcpServers":{\n"x":{"command":"npx"}}}');
});

test('other apps are looked at only when asked, and what cannot be read says so', async () => {
  const { user, host } = start();
  const look = await screen.findByRole('button', { name: t('firstRun.import.find') });
  expect(host.calls.some((call) => call.name === 'import.scan')).toBe(false);
  await user.click(look);
  expect(await screen.findByText(t('firstRun.import.unreadable'))).toBeTruthy();
  await expectAccessible();
  await user.click(screen.getByRole('checkbox', { name: 'VS Code' }));
  await user.click(screen.getByRole('button', { name: t('firstRun.import.review', { count: 2 }) }));
  const sheet = await screen.findByRole('dialog', { name: t('serverForm.import.title') });
  await expectAccessible();
  const known = await within(sheet).findByRole<HTMLInputElement>('checkbox', { name: /^github/ });
  expect(known.checked, 'what is already here is not taken again').toBe(false);
  await user.click(within(sheet).getByRole('button', { name: t('common.importServers', { count: 2 }) }));
  expect(await screen.findByRole('option', { name: `memory, ${t('shared.state.disabled')}` })).toBeTruthy();
});
