import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showImported } from '../../host/fake/pinHandlers';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

const imported = { change: showImported };
const enableOf = (server: string) => ({ name: t('common.enableOf', { server }) });

/** The button takes a press once it has stood before the person for a moment. */
const ready = (button: HTMLElement) =>
  waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'));

test('imported servers are listed with what they run, and one is enabled by one press', async () => {
  const { user, host } = renderApp('/servers', imported);
  await user.click(await screen.findByRole('button', { name: t('servers.enable.open', { count: 2 }) }));
  const list = within(await screen.findByRole('list', { name: t('servers.enable.list') }));
  expect(list.getByText('docker')).toBeTruthy();
  expect(list.getByText(t('servers.enable.secret', { name: 'PGPASSWORD' }))).toBeTruthy();
  expect(screen.queryByRole('alert'), 'what is merely not enabled is no warning').toBeNull();
  await expectAccessible();
  const enable = list.getByRole('button', enableOf('Postgres'));
  await ready(enable);
  await user.click(enable);
  await waitFor(() => expect(list.queryByRole('button', enableOf('Postgres'))).toBeNull());
  expect(
    host.calls.filter(({ name }) => name === 'pin.acceptLaunch' || name === 'server.setEnabled'),
    'exactly what was shown is accepted, then the server is enabled',
  ).toEqual([
    { name: 'pin.acceptLaunch', params: { serverId: 'postgres', fingerprint: 'launch of postgres' } },
    { name: 'server.setEnabled', params: { serverId: 'postgres', enabled: true } },
  ]);
});

test('many are enabled together, without those that were left out', async () => {
  const { user, host } = renderApp('/servers?view=enable', imported);
  await user.click(
    await screen.findByRole('checkbox', { name: t('servers.enable.select', { server: 'Postgres' }) }),
  );
  const enable = screen.getByRole('button', { name: t('servers.enable.selected', { count: 1 }) });
  await ready(enable);
  await user.click(enable);
  await waitFor(() =>
    expect(host.calls.filter(({ name }) => name === 'pin.acceptLaunch').map(({ params }) => params)).toEqual([
      { serverId: 'notes', fingerprint: 'launch of notes' },
    ]),
  );
});

test('the page of an imported server enables it by one press', async () => {
  const { user, host } = renderApp('/servers?server=postgres', imported);
  const part = within(await screen.findByRole('region', { name: t('servers.enable.title') }));
  expect(part.getByText('mcp/postgres')).toBeTruthy();
  const enable = part.getByRole('button', { name: t('common.enable') });
  await ready(enable);
  await user.click(enable);
  expect(await screen.findByRole('option', { name: 'Postgres, Running' })).toBeTruthy();
  expect(host.calls.find(({ name }) => name === 'pin.acceptLaunch')?.params).toEqual({
    serverId: 'postgres',
    fingerprint: 'launch of postgres',
  });
});
