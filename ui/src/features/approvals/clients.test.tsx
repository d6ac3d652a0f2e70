import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CALL_APPROVAL, CLIENT, someClients } from '../../host/fake';
import { showReview } from '../../host/fake/pinHandlers';
import type { World } from '../../host/fake/world';
import { agree } from '../../test/agree';
import { expectAccessible, renderApp, said } from '../../test/render';
import { t } from '../../words/translate';

const wants = (client: string): string => t('approvals.client.heading', { client });

const waits = (world: World): void => {
  world.clients = [...someClients(), { ...CLIENT }];
};

const decided = (host: ReturnType<typeof renderApp>['host']) =>
  host.calls.find(({ name }) => name === 'client.decide')?.params;

test('a new client is one entry, with its program in full and what it reports as a quotation', async () => {
  renderApp('/approvals', { change: waits });
  const list = within(await screen.findByRole('group', { name: t('approvals.section.reviews') }));
  expect(list.getAllByRole('option').map((row) => row.getAttribute('aria-label'))).toEqual([
    wants('Claude Code'),
  ]);
  expect(screen.getByRole('link', { name: /^Approvals/u }).textContent).toBe('Approvals1 pending');
  const pane = within(await screen.findByRole('article', { name: wants('Claude Code') }));
  for (const path of ['/usr/bin/node', '/usr/bin/bash'])
    expect(pane.getAllByText(path).length).toBeGreaterThan(0);
  const reported = within(pane.getByRole('region', { name: t('clients.reported.title') }));
  expect(reported.getByText('claude-code').closest('blockquote')).toBeTruthy();
  await expectAccessible();
});

test('the notification of the desktop leads to it', async () => {
  const { host } = renderApp('/settings', {
    change: (world) => {
      waits(world);
      showReview(world, 'changed');
    },
  });
  await screen.findByRole('link', { name: /^Approvals/u });
  await host.call('client.focus', { clientId: CLIENT.id });
  expect(await screen.findByRole('article', { name: wants('Claude Code') })).toBeTruthy();
});

test('it is allowed with the servers that were chosen, and the next entry is shown', async () => {
  const { user, host } = renderApp('/approvals?item=client:client1', {
    change: (world) => {
      waits(world);
      showReview(world, 'changed');
    },
  });
  const pane = within(await screen.findByRole('article', { name: wants('Claude Code') }));
  await user.click(pane.getByRole('radio', { name: t('clients.access.only') }));
  for (const { snapshot } of host.world.servers)
    if (snapshot.label !== 'GitHub') await user.click(pane.getByRole('checkbox', { name: snapshot.label }));
  await agree(user, t('common.allowClient'));
  await waitFor(() => expect(screen.queryByRole('article', { name: wants('Claude Code') })).toBeNull());
  expect(decided(host)).toEqual({
    clientId: 'client1',
    decision: {
      kind: 'allow',
      profile: { ...CLIENT.profile, sources: { kind: 'only', serverIds: ['github'] } },
    },
  });
});

test('a client that reads its lists only when it starts is to be restarted', async () => {
  const { user } = renderApp('/approvals', {
    change: (world) => (world.clients = [{ ...CLIENT, name: 'Codex', ignoresListChanged: true }]),
  });
  await agree(user, t('common.allowClient'));
  expect(await screen.findByText(t('clients.done.allowedRestart', { client: 'Codex' }))).toBeTruthy();
});

test('it is blocked, and the decision ends with its record, which leads to the client', async () => {
  const { user, host } = renderApp('/approvals', { change: waits });
  await agree(user, t('common.blockClient'));
  const end = within(await screen.findByRole('region', { name: t('review.done.all') }));
  expect(end.getByText(t('clients.done.blocked', { client: 'Claude Code' }))).toBeTruthy();
  expect(decided(host)).toEqual({ clientId: 'client1', decision: { kind: 'refuse' } });
  await user.click(await end.findByRole('button', { name: t('records.menu.showRecord') }));
  const label = t('records.recordOf', { server: 'Claude Code' });
  const record = within(await screen.findByRole('article', { name: label }));
  expect(record.getByRole('link', { name: 'Claude Code' })).toBeTruthy();
});

test('one that comes is said wherever the person is, and the line leads to it', async () => {
  const { user, host } = renderApp('/tools', { change: (world) => (world.clients = someClients()) });
  await screen.findByRole('listbox');
  host.world.clients = [...host.world.clients, { ...CLIENT }];
  host.emit({ kind: 'clientsChanged' });
  const strip = within(await screen.findByRole('region', { name: t('approvals.strip.label') }));
  await expect.poll(said).toContain(wants('Claude Code'));
  await user.click(strip.getByRole('button', { name: t('common.review') }));
  expect(await screen.findByRole('article', { name: wants('Claude Code') })).toBeTruthy();
});

test('one that comes while Approvals is shown is said, and those known before are not', async () => {
  const { host } = renderApp('/approvals', { change: (world) => (world.clients = someClients()) });
  await screen.findByText(t('approvals.empty.title'));
  await expect.poll(() => host.calls.some(({ name }) => name === 'client.list')).toBe(true);
  host.world.clients = [...host.world.clients, { ...CLIENT }];
  host.emit({ kind: 'clientsChanged' });
  await screen.findByRole('article', { name: wants('Claude Code') });
  await expect.poll(said).toContain(wants('Claude Code'));
  expect(said()).not.toContain(wants('Editor'));
});

test('a name under which another program connects is called out', async () => {
  renderApp('/approvals', {
    change: (world) => {
      world.clients = [...someClients(), { ...CLIENT, name: 'Editor 3', connectsAs: 'Editor' }];
    },
  });
  const pane = within(await screen.findByRole('article', { name: wants('Editor 3') }));
  const warning = pane.getByRole('note');
  expect(warning.textContent).toContain(t('clients.note.sameName', { name: 'Editor' }));
  expect(
    within(warning)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['/opt/editor/bin/editor', '/tmp/x/editor']);
});

const movedEditor = (world: World, sessions: number): void => {
  world.clients = [
    ...someClients().map((each) => (each.id === 'editor' ? { ...each, sessions } : each)),
    {
      ...CLIENT,
      name: 'Editor 3',
      connectsAs: 'Editor',
      program: { path: '/opt/editor-2/editor', script: null, parent: '/usr/bin/zsh' },
    },
  ];
};

const moved = t('approvals.client.moved', { client: 'Editor' });

test('a program of a known name may be said to be the known client, with both paths in view', async () => {
  const { user, host } = renderApp('/approvals', { change: (world) => movedEditor(world, 0) });
  const pane = within(await screen.findByRole('article', { name: wants('Editor 3') }));
  for (const path of ['/opt/editor-2/editor', '/opt/editor/bin/editor'])
    expect(pane.getAllByText(path).length).toBeGreaterThan(0);
  expect(pane.getByText(t('approvals.client.movedHelp'))).toBeTruthy();
  expect(
    pane.getAllByRole('button', { name: /use settings of/iu }).length,
    'a blocked one is no answer',
  ).toBe(1);
  await expectAccessible();
  await agree(user, moved);
  expect(await screen.findByText(t('clients.done.moved', { client: 'Editor' }))).toBeTruthy();
  expect(host.calls.find(({ name }) => name === 'client.adopt')?.params).toEqual({
    clientId: 'client1',
    knownClientId: 'editor',
  });
  expect(host.world.clients.map(({ name, program }) => [name, program.path])[0]).toEqual([
    'Editor',
    '/opt/editor-2/editor',
  ]);
});

test('one that is connected from its known path has not moved', async () => {
  const { user, host } = renderApp('/approvals', { change: (world) => movedEditor(world, 1) });
  const pane = within(await screen.findByRole('article', { name: wants('Editor 3') }));
  expect(pane.getByText(t('approvals.client.stillConnected', { client: 'Editor' }))).toBeTruthy();
  await user.click(pane.getByRole('button', { name: moved }));
  expect(host.calls.filter(({ name }) => name === 'client.adopt')).toEqual([]);
  movedEditor(host.world, 0);
  host.emit({ kind: 'clientsChanged' });
  await agree(user, moved);
  expect(host.calls.filter(({ name }) => name === 'client.adopt').length).toBe(1);
});

test('what hides in the name of a client is made visible', async () => {
  const name = 'Edi\u202Etor';
  renderApp('/approvals', {
    change: (world) => (world.clients = [{ ...CLIENT, name, connectsAs: name }]),
  });
  const pane = await screen.findByRole('article');
  expect(pane.textContent).not.toContain('\u202E');
});

test('a call of a client names the client, the tool and the server, and leads to the client', async () => {
  const { call } = CALL_APPROVAL.request;
  renderApp('/approvals', {
    change: (world) => {
      world.clients = someClients();
      world.approvals.push({
        ...CALL_APPROVAL,
        request: { kind: 'call', call: { ...call, client: 'Editor', why: { kind: 'client' } } },
      });
    },
  });
  const label = t('approvals.request.label', { server: 'Demo server' });
  const pane = within(await screen.findByRole('article', { name: label }));
  expect(pane.getByRole('heading', { level: 2 }).textContent).toBe(
    'Editor wants to run delete_everything of Demo server',
  );
  expect(await pane.findByText(t('policies.reason.client', { client: 'Editor' }))).toBeTruthy();
  expect(pane.getByRole('link', { name: 'Editor' }).getAttribute('href')).toContain('/clients?item=editor');
  expect(screen.getByRole('option').getAttribute('aria-label')).toContain(
    t('approvals.kind.clientCall', { client: 'Editor' }),
  );
  await expectAccessible();
});
