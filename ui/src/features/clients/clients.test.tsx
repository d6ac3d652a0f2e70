import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ClientSnapshot } from '../../api/generated/contract';
import { CLIENT } from '../../host/fake';
import type { World } from '../../host/fake/world';
import { agree } from '../../test/agree';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

const known =
  (changes: Partial<ClientSnapshot>) =>
  (world: World): void => {
    world.clients = [{ ...CLIENT, ...changes }];
  };

test('without a client the screen says how one is connected', async () => {
  renderApp('/clients');
  const help = within(await screen.findByRole('article', { name: t('clients.connect.title') }));
  expect(help.getByText(/"command": "usher"/)).toBeTruthy();
  expect(help.getByRole('button', { name: t('clients.connect.copyCommand') })).toBeTruthy();
  await expectAccessible();
});

test('a client that waits is one entry of the inbox, and gets what the person chooses', async () => {
  const { user, host } = renderApp('/approvals', { change: known({}) });
  const heading = t('approvals.client.heading', { client: 'Claude Code' });
  await user.click(await screen.findByRole('option', { name: heading }));
  const pane = within(await screen.findByRole('article', { name: heading }));
  expect(pane.getByText('/usr/bin/node')).toBeTruthy();
  expect(pane.getByText(/claude-code 2\.1\.230/)).toBeTruthy();
  await expectAccessible();
  await user.click(pane.getByRole('switch', { name: new RegExp(t('clients.access.all')) }));
  await user.click(pane.getByRole('checkbox', { name: 'GitHub' }));
  await user.click(pane.getByRole('switch', { name: t('clients.access.prompts') }));
  await agree(user, t('approvals.client.allow'));
  await waitFor(() => expect(host.world.clients[0]?.status).toBe('allowed'));
  const { profile } = host.world.clients[0] ?? CLIENT;
  expect(profile.prompts).toBe('hidden');
  expect(profile.sources.kind).toBe('only');
  expect(profile.sources.kind === 'only' && profile.sources.serverIds).not.toContain('github');
  await waitFor(() => expect(screen.queryByRole('option', { name: heading })).toBeNull());
});

test('a client is blocked where it waits', async () => {
  const { user, host } = renderApp('/approvals?item=client:client1', { change: known({}) });
  await agree(user, t('approvals.client.block'));
  await waitFor(() => expect(host.world.clients[0]?.status).toBe('refused'));
});

test('an allowed client is paused, resumed and removed, and single tools are hidden', async () => {
  const { user, host } = renderApp('/clients', { change: known({ status: 'allowed' }) });
  const row = await screen.findByRole('option', { name: 'Claude Code' });
  await expectAccessible();
  const demo = host.world.servers[0]?.snapshot.label ?? '';
  await user.click(
    screen.getByRole('button', { name: t('clients.access.tools', { server: demo, count: 0 }) }),
  );
  const tools = within(await screen.findByRole('list', { name: t('common.tools') }));
  const [first] = await tools.findAllByRole('checkbox');
  if (first !== undefined) await user.click(first);
  await waitFor(() => expect(host.world.clients[0]?.profile.hiddenTools.length).toBe(1));
  await user.click(screen.getByRole('button', { name: t('clients.pause') }));
  await waitFor(() => expect(row.textContent).toContain(t('clients.status.paused')));
  await user.click(screen.getByRole('button', { name: t('clients.resume') }));
  await waitFor(() => expect(host.world.clients[0]?.status).toBe('allowed'));
  await user.click(screen.getByRole('button', { name: t('clients.more', { client: 'Claude Code' }) }));
  await user.click(await screen.findByRole('menuitem', { name: t('clients.forget') }));
  await screen.findByText(t('clients.empty.title'));
});
