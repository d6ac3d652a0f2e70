import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { RuleId } from '../../api/generated/contract';
import { CLIENT, someClients, someRules } from '../../host/fake';
import type { World } from '../../host/fake/world';
import { formatMoment } from '../../lib/format';
import { expectAccessible, renderApp } from '../../test/render';
import { coreMessage } from '../../words/message';
import { t } from '../../words/translate';

const several = (world: World): void => {
  world.clients = [...someClients(), { ...CLIENT }];
};

const editor = someClients()[0] ?? CLIENT;

const row = (client: string, state: string): string => t('clients.named', { client, state });
const connected = t('clients.status.connected', { count: 2 });

const decisions = (host: ReturnType<typeof renderApp>['host']) =>
  host.calls.filter(({ name }) => name === 'client.decide').map(({ params }) => params);

test('without a client the screen says how one is connected', async () => {
  renderApp('/clients');
  const help = within(await screen.findByRole('article', { name: t('common.connectAgent') }));
  expect(help.getByText(/"command": "usher"/)).toBeTruthy();
  expect(help.getByRole('button', { name: t('clients.connect.copyCommand') })).toBeTruthy();
  expect(screen.getByText(t('clients.empty.title'))).toBeTruthy();
  await expectAccessible();
});

test('the agents on this computer are one click away, and belong to the same part of the window', async () => {
  const { user } = renderApp('/clients', { change: (world) => (world.clients = []) });
  await user.click(await screen.findByRole('button', { name: t('clients.connect.find') }));
  expect(await screen.findByRole('list', { name: t('agents.list') })).toBeTruthy();
  const rail = screen.getByRole('link', { name: new RegExp(t('clients.title'), 'u') });
  expect(rail.getAttribute('aria-current')).toBe('page');
});

test('with clients, how one is connected is behind a button', async () => {
  const { user } = renderApp('/clients', { change: several });
  await user.click(await screen.findByRole('button', { name: t('common.connectAgent') }));
  expect(await screen.findByRole('article', { name: t('common.connectAgent') })).toBeTruthy();
});

test('the list says of each client its state, its connection and its calls', async () => {
  renderApp('/clients', { change: several });
  const list = within(await screen.findByRole('listbox', { name: t('clients.title') }));
  const rows = await list.findAllByRole('option');
  expect(rows.map((each) => each.getAttribute('aria-label'))).toEqual([
    row('Editor', connected),
    row('Terminal agent', t('clients.status.offline')),
    row('Notebook', t('clients.status.paused')),
    row('Editor 2', t('clients.status.refused')),
    row('Claude Code', t('clients.status.waiting')),
  ]);
  expect(rows[0]?.textContent).toContain(
    t('clients.connectedSince', { time: formatMoment(editor.connectedSince ?? 0) }),
  );
  expect(rows[0]?.textContent).toContain(t('common.count.calls', { count: 12 }));
  expect(rows[1]?.textContent).toContain(
    t('clients.lastConnected', { time: formatMoment(editor.seenAt ?? 0) }),
  );
  await expectAccessible();
});

test.each([
  ['editor 2', ['Editor 2']],
  ['/opt/editor', ['Editor', 'Notebook']],
  ['editor-mcp', ['Editor', 'Notebook', 'Editor 2']],
])('a search for %j looks at names, programs and what clients report', async (query, names) => {
  const { user } = renderApp('/clients', { change: several });
  await user.type(await screen.findByRole('searchbox', { name: t('clients.search') }), query);
  const labels = () => screen.getAllByRole('option').map((each) => each.getAttribute('aria-label'));
  await waitFor(() => expect(labels().map((label) => label?.split(',')[0])).toEqual(names));
});

test('the page shows the program in full, and quotes what the client says of itself', async () => {
  renderApp('/clients', { change: several });
  const page = within(
    await screen.findByRole('region', { name: t('clients.page.label', { client: 'Editor' }) }),
  );
  const facts = within(page.getByRole('region', { name: t('clients.facts.title') }));
  for (const path of ['/opt/editor/bin/editor', '/usr/bin/bash']) expect(facts.getByText(path)).toBeTruthy();
  const reported = within(page.getByRole('region', { name: t('clients.reported.title') }));
  expect(reported.getByText('Editor for MCP').closest('blockquote'), 'quoted').toBeTruthy();
});

test('a client without a report and with an unknown program says so', async () => {
  renderApp('/clients?item=terminal', { change: several });
  expect(await screen.findByText(t('clients.reported.none'))).toBeTruthy();
  expect(screen.getByText(t('common.unknown'))).toBeTruthy();
});

test.each([
  ['editor', 'Editor', 'clients.pause', { kind: 'pause' }],
  ['editor', 'Editor', 'common.blockClient', { kind: 'refuse' }],
  ['notebook', 'Notebook', 'clients.resume', { kind: 'allow', profile: editor.profile }],
  ['editor-2', 'Editor 2', 'common.allowClient', { kind: 'allow', profile: editor.profile }],
] as const)('the menu of %s does what it says: %s, %s', async (id, name, action, decision) => {
  const { user, host } = renderApp('/clients', { change: several });
  fireEvent.contextMenu(await screen.findByRole('option', { name: new RegExp(`^${name},`, 'u') }));
  const menu = within(await screen.findByRole('menu', { name: t('clients.menu', { client: name }) }));
  await user.click(menu.getByRole('menuitem', { name: t(action) }));
  await waitFor(() => expect(decisions(host)).toEqual([{ clientId: id, decision }]));
});

test('the head pauses a client and resumes it', async () => {
  const { user } = renderApp('/clients', { change: several });
  await user.click(await screen.findByRole('button', { name: t('clients.pause') }));
  expect(await screen.findByText(t('clients.note.paused'))).toBeTruthy();
  expect(screen.getByRole('option', { name: row('Editor', t('clients.status.paused')) })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('clients.resume') }));
  await waitFor(() => expect(screen.queryByText(t('clients.note.paused'))).toBeNull());
});

test('a client that waits leads to its approval', async () => {
  const { user } = renderApp('/clients?item=client1', { change: several });
  await user.click(await screen.findByRole('button', { name: t('common.review') }));
  const heading = t('approvals.client.heading', { client: 'Claude Code' });
  expect(await screen.findByRole('article', { name: heading })).toBeTruthy();
});

test('a client is removed with its permissions, said so, and comes back by a press', async () => {
  const [rule] = someRules();
  const { user, host } = renderApp('/clients', {
    change: (world) => {
      several(world);
      if (rule !== undefined) world.rules = [rule, { ...rule, id: 'own' as RuleId, client: 'Editor' }];
    },
  });
  await user.click(await screen.findByRole('button', { name: t('clients.more', { client: 'Editor' }) }));
  await user.click(await screen.findByRole('menuitem', { name: t('clients.forget') }));
  const said = t('clients.removed', { client: 'Editor', count: 1 });
  expect(await screen.findByText(said)).toBeTruthy();
  expect(screen.queryByRole('option', { name: row('Editor', connected) })).toBeNull();
  expect(
    host.world.rules.map(({ client }) => client),
    'those of others stay',
  ).toEqual([null]);
  await user.click(screen.getByRole('button', { name: t('common.undo') }));
  expect(await screen.findByRole('option', { name: row('Editor', connected), selected: true })).toBeTruthy();
  expect(host.world.rules.length).toBe(2);
});

test('a client whose removal is not stored comes back by a press, too', async () => {
  const { user, host } = renderApp('/clients', { change: several });
  const restored = vi.fn();
  host.on('client.forget', () => {
    throw { code: 'storeUnwritable', message: coreMessage('verbatim', { text: 'The disk is full.' }) };
  });
  host.on('client.restore', (params) => {
    restored(params);
    throw { code: 'storeUnwritable', message: coreMessage('verbatim', { text: 'It still is.' }) };
  });
  await user.click(await screen.findByRole('button', { name: t('clients.more', { client: 'Editor' }) }));
  await user.click(await screen.findByRole('menuitem', { name: t('clients.forget') }));
  expect(await screen.findByText('The disk is full.')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: t('common.undo') }));
  expect(restored.mock.calls).toEqual([[{ clientId: editor.id }]]);
  expect(await screen.findByText('It still is.')).toBeTruthy();
});

test('a client is renamed by mouse and by keyboard, and its permissions go with it', async () => {
  const [rule] = someRules();
  const { user, host } = renderApp('/clients', {
    change: (world) => {
      several(world);
      if (rule !== undefined) world.rules = [{ ...rule, id: 'own' as RuleId, client: 'Editor' }];
    },
  });
  await user.click(await screen.findByRole('button', { name: t('clients.more', { client: 'Editor' }) }));
  await user.click(await screen.findByRole('menuitem', { name: t('clients.rename') }));
  const dialog = within(
    await screen.findByRole('dialog', { name: t('common.renameOf', { client: 'Editor' }) }),
  );
  const field = dialog.getByRole<HTMLInputElement>('textbox', { name: t('common.name') });
  expect(field.value).toBe('Editor');
  await expectAccessible();
  await user.clear(field);
  await user.type(field, 'Notebook');
  await user.click(dialog.getByRole('button', { name: t('clients.rename') }));
  expect(await dialog.findByText(t('core.knownClient.nameTaken'))).toBeTruthy();
  await user.clear(field);
  await user.type(field, 'Work editor{Enter}');
  expect(await screen.findByRole('option', { name: row('Work editor', connected) })).toBeTruthy();
  expect(host.world.rules.map(({ client }) => client)).toEqual(['Work editor']);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('{Control>}k{/Control}');
  const palette = within(await screen.findByRole('dialog', { name: t('palette.title') }));
  await user.type(palette.getByRole('combobox'), 'rename notebook');
  const rename = new RegExp(t('common.renameOf', { client: 'Notebook' }), 'u');
  await palette.findByRole('option', { name: rename });
  await user.keyboard('{Enter}');
  const again = await screen.findByRole('dialog', { name: t('common.renameOf', { client: 'Notebook' }) });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(again.isConnected).toBe(false));
});

test('the page warns of another program under the same name', async () => {
  renderApp('/clients', { change: several });
  expect(await screen.findByText(t('clients.note.sameName', { name: 'Editor' }))).toBeTruthy();
  expect(screen.getByRole('link', { name: '/tmp/x/editor' })).toBeTruthy();
});

test('the permissions of a client are listed on its page and revoked there', async () => {
  const [rule] = someRules();
  const { user, host } = renderApp('/clients', {
    change: (world) => {
      several(world);
      if (rule !== undefined) world.rules = [rule, { ...rule, id: 'own' as RuleId, client: 'Editor' }];
    },
  });
  const table = within(
    await screen.findByRole('table', { name: t('clients.permissions.of', { client: 'Editor' }) }),
  );
  expect(table.getAllByRole('rowheader').length).toBe(1);
  await expectAccessible();
  await user.click(table.getByRole('button', { name: /^Revoke/u }));
  expect(await screen.findByText(t('clients.permissions.none'))).toBeTruthy();
  expect(host.world.rules.map(({ id }) => id)).toEqual([rule?.id]);
});

test('a list that cannot be read says why and is asked for again', async () => {
  const message = { code: 'verbatim' as const, params: { text: 'Broken.' } };
  const { user, host } = renderApp('/clients', {
    on: {
      'client.list': () => {
        // oxlint-disable-next-line no-throw-literal, typescript/only-throw-error
        throw { code: 'internal', message };
      },
    },
  });
  const retry = await screen.findByRole('button', { name: t('common.retry') });
  host.on('client.list', () => someClients());
  await user.click(retry);
  expect((await screen.findAllByRole('option')).length).toBe(4);
});

test('the search finds clients, pauses them and opens them', async () => {
  const { user, host } = renderApp('/servers', { change: several });
  await screen.findAllByRole('option');
  await user.keyboard('{Control>}k{/Control}');
  const dialog = within(await screen.findByRole('dialog', { name: t('palette.title') }));
  await user.type(dialog.getByRole('combobox'), 'pause editor');
  const pause = new RegExp(t('palette.action.pause', { client: 'Editor' }), 'u');
  await user.click(await dialog.findByRole('option', { name: pause }));
  await waitFor(() => expect(decisions(host)).toEqual([{ clientId: 'editor', decision: { kind: 'pause' } }]));
  await user.keyboard('{Control>}k{/Control}');
  const again = within(await screen.findByRole('dialog', { name: t('palette.title') }));
  await user.type(again.getByRole('combobox'), 'open notebook');
  await user.click(
    await again.findByRole('option', {
      name: new RegExp(t('palette.action.open', { client: 'Notebook' }), 'u'),
    }),
  );
  expect(
    await screen.findByRole('region', { name: t('clients.page.label', { client: 'Notebook' }) }),
  ).toBeTruthy();
});
