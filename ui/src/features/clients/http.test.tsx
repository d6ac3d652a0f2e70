import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ClientId } from '../../api/generated/contract';
import { CLIENT, someClients } from '../../host/fake';
import type { World } from '../../host/fake/world';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

const URL = 'http://127.0.0.1:41234/mcp';

const on = (world: World): void => {
  world.clients = someClients();
  world.httpAccess = { isOn: true, url: URL, problem: null, origins: [] };
};

const overHttp = (world: World): void => {
  on(world);
  const program = { path: null, script: null, parent: null };
  const [first] = someClients();
  if (first !== undefined)
    world.clients = [{ ...first, id: 'web' as ClientId, name: 'Web agent', program, transport: 'http' }];
};

const access = async () => within(await screen.findByRole('region', { name: t('clients.http.title') }));

test('HTTP is off at first, is turned on and off, and says where clients connect', async () => {
  const { user, host } = renderApp('/clients?view=connect', { change: (world) => (world.clients = []) });
  const section = await access();
  expect(await section.findByText(t('clients.http.off'))).toBeTruthy();
  expect(section.queryByRole('button', { name: t('clients.http.add') })).toBeNull();
  await user.click(section.getByRole('switch', { name: t('clients.http.allow') }));
  expect(await section.findByText(URL)).toBeTruthy();
  expect(section.getByRole('button', { name: t('common.copyUrl') })).toBeTruthy();
  await expectAccessible();
  await user.click(section.getByRole('switch', { name: t('clients.http.allow') }));
  await waitFor(() => expect(section.queryByText(URL)).toBeNull());
  const turned = host.calls.filter(({ name }) => name === 'client.setHttpAccess');
  expect(turned.map(({ params }) => params)).toEqual([{ isOn: true }, { isOn: false }]);
});

test('a port that cannot be opened is said', async () => {
  renderApp('/clients?view=connect', {
    change: (world) => {
      const problem = { code: 'knownClient.httpLate' as const, params: {} };
      world.httpAccess = { isOn: true, url: null, problem, origins: [] };
    },
  });
  expect(await (await access()).findByText(t('core.knownClient.httpLate'))).toBeTruthy();
});

test('origins are allowed one by one, what is none is said, and each is taken back', async () => {
  const { user, host } = renderApp('/clients?view=connect', { change: on });
  const origins = within(await (await access()).findByRole('region', { name: t('clients.http.origins') }));
  const field = origins.getByRole('textbox', { name: t('clients.http.origins') });
  await user.type(field, 'example{Enter}');
  expect(await origins.findByText(t('core.knownClient.origin', { origin: 'example' }))).toBeTruthy();
  await user.type(field, 'https://example.com{Enter}');
  const remove = { name: t('common.removeOf', { name: 'https://example.com' }) };
  const button = await origins.findByRole('button', remove);
  expect(host.world.httpAccess.origins).toEqual(['https://example.com']);
  await expectAccessible();
  await user.click(button);
  await waitFor(() => expect(host.world.httpAccess.origins).toEqual([]));
  expect(origins.queryByRole('button', remove)).toBeNull();
});

test('a client is added by its name, and its token is shown with the configuration', async () => {
  const { user, host } = renderApp('/clients?view=connect', { change: on });
  await user.click(await (await access()).findByRole('button', { name: t('clients.http.add') }));
  const dialog = within(await screen.findByRole('dialog', { name: t('clients.http.add') }));
  const create = dialog.getByRole('button', { name: t('clients.http.create') });
  expect(create).toHaveProperty('disabled', true);
  await user.type(dialog.getByRole('textbox', { name: t('common.name') }), ' Web agent{Enter}');
  const token = within(await dialog.findByRole('region', { name: t('clients.http.token') }));
  expect(token.getByText('usher_made-up-token-1')).toBeTruthy();
  const json = within(dialog.getByRole('region', { name: t('clients.http.json') }));
  expect(json.getByText(/"Authorization": "Bearer usher_made-up-token-1"/u).textContent).toContain(URL);
  await expectAccessible();
  const added = host.calls.find(({ name }) => name === 'client.addHttp');
  expect(added?.params).toMatchObject({ name: 'Web agent', profile: { sources: { kind: 'all' } } });
  await user.click(dialog.getByRole('button', { name: t('common.done') }));
  const page = t('clients.page.label', { client: 'Web agent' });
  expect(await screen.findByRole('region', { name: page })).toBeTruthy();
  expect(screen.getAllByText(t('clients.neverConnected')).length).toBeGreaterThan(0);
  expect(screen.queryByText('usher_made-up-token-1'), 'it is shown once').toBeNull();
});

test('the token of the first client of all stays until the dialog is closed', async () => {
  const { user } = renderApp('/clients', {
    change: (world) => {
      on(world);
      world.clients = [];
    },
  });
  await user.click(await (await access()).findByRole('button', { name: t('clients.http.add') }));
  const dialog = within(await screen.findByRole('dialog', { name: t('clients.http.add') }));
  await user.type(dialog.getByRole('textbox', { name: t('common.name') }), 'Web agent{Enter}');
  await screen.findByRole('option', { name: /^Web agent,/u });
  expect(screen.getByText('usher_made-up-token-1')).toBeTruthy();
});

test('the page of a client over HTTP replaces its token, after a question', async () => {
  const { user, host } = renderApp('/clients?item=web', { change: overHttp });
  const section = within(await screen.findByRole('region', { name: t('clients.http.token') }));
  await user.click(section.getByRole('button', { name: t('clients.http.replace') }));
  const title = t('clients.http.replaceTitle', { client: 'Web agent' });
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  expect(dialog.getByText(t('clients.http.replaceHelp'))).toBeTruthy();
  expect(host.calls.some(({ name }) => name === 'client.replaceToken')).toBe(false);
  await user.click(dialog.getByRole('button', { name: t('clients.http.replace') }));
  expect(await dialog.findByText('usher_made-up-token-2')).toBeTruthy();
});

test('a client that connects by a program has no token, one over HTTP no program', async () => {
  const { unmount } = renderApp('/clients?item=client1', { change: (world) => (world.clients = [CLIENT]) });
  await screen.findByRole('region', { name: t('clients.facts.title') });
  expect(screen.queryByRole('region', { name: t('clients.http.token') })).toBeNull();
  unmount();
  renderApp('/clients?item=web', { change: overHttp });
  const facts = within(await screen.findByRole('region', { name: t('clients.facts.title') }));
  expect(facts.getByText(t('clients.facts.transport'))).toBeTruthy();
  expect(facts.queryByText(t('common.program'))).toBeNull();
});

test('a client with one server may get the names that this server gives', async () => {
  const { user, host } = renderApp('/clients?item=editor', {
    change: (world) => {
      world.clients = someClients();
      const [first] = world.clients;
      const [server] = world.servers;
      if (first !== undefined && server !== undefined)
        first.profile.sources = { kind: 'only', serverIds: [server.snapshot.id] };
    },
  });
  const label = new RegExp(`^${t('clients.access.plainNames')}`, 'u');
  const plain = await screen.findByRole('switch', { name: label });
  expect(plain).toHaveProperty('checked', false);
  await user.click(plain);
  await user.click(screen.getByRole('button', { name: t('clients.access.save') }));
  await waitFor(() => {
    const decided = host.calls.find(({ name }) => name === 'client.decide');
    expect(decided?.params).toMatchObject({ decision: { kind: 'limit', profile: { names: 'plain' } } });
  });
});
