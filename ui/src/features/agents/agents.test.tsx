import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FakeOptions } from '../../host/fake';
import { expectAccessible, renderApp, said } from '../../test/render';
import { coreMessage } from '../../words/message';
import { t } from '../../words/translate';

const agent = async (name: string) => within(await screen.findByRole('listitem', { name }));

const dialog = async (name: string) =>
  within(await screen.findByRole('dialog', { name: t('agents.preview.title', { agent: name }) }));

const open = (options?: FakeOptions) => renderApp('/clients/agents', options);

test('each agent has its file, its state and what can be done', async () => {
  open();
  const claude = await agent('Claude Code');
  expect(claude.getByText('/home/ada/.claude.json')).toBeTruthy();
  expect(claude.getByText(t('agents.state.notConnected'))).toBeTruthy();
  expect(claude.getByText(/3 other servers · Calls time out after 30 min/)).toBeTruthy();
  const codex = await agent('Codex');
  expect(codex.getByText(t('agents.state.connected'))).toBeTruthy();
  expect(codex.queryByRole('button', { name: t('agents.connectOf', { agent: 'Codex' }) })).toBeNull();
  const cursor = await agent('Cursor');
  expect(cursor.getByText(t('agents.state.differs'))).toBeTruthy();
  expect(cursor.getByText(/At most 40 tools/)).toBeTruthy();
  const zed = await agent('Zed');
  expect(zed.getByText(t('agents.state.refused'))).toBeTruthy();
  expect(zed.getByText(/leads nowhere/)).toBeTruthy();
  expect(zed.getByRole('button', { name: t('agents.copy') })).toBeTruthy();
  expect(zed.queryByRole('button', { name: t('agents.connectOf', { agent: 'Zed' }) })).toBeNull();
  await expectAccessible();
});

test('an agent is connected by what was shown, and undone', async () => {
  const { host, user } = open();
  const connect = { name: t('agents.connectOf', { agent: 'Claude Code' }) };
  await user.click(await screen.findByRole('button', connect));
  const shown = await dialog('Claude Code');
  const lines = await shown.findByRole('region', {
    name: t('agents.preview.lines', { file: '/home/ada/.claude.json' }),
  });
  expect(lines.textContent).toContain('"args": ["connect", "--as", "claude-code"]');
  expect(shown.getByText('/home/ada/.claude.json.20261126T040000Z.usher-backup')).toBeTruthy();
  await expectAccessible();
  expect(host.calls.some(({ name }) => name === 'agent.apply')).toBe(false);
  await user.click(shown.getByRole('button', { name: t('agents.preview.write') }));
  const undo = { name: t('agents.undoOf', { agent: 'Claude Code' }) };
  const button = await screen.findByRole('button', undo);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(host.calls.find(({ name }) => name === 'agent.apply')?.params).toEqual({ previewId: 'preview-0' });
  await waitFor(() => expect(said()).toContain(t('agents.done.connected', { agent: 'Claude Code' })));
  await user.click(button);
  await screen.findByRole('button', connect);
  await waitFor(() =>
    expect(said()).toContain(t('agents.done.restored', { file: '/home/ada/.claude.json' })),
  );
});

test('by keyboard alone: opened, cancelled, and back at the button', async () => {
  const { host, user } = open();
  const button = await screen.findByRole('button', {
    name: t('agents.connectOf', { agent: 'Claude Code' }),
  });
  button.focus();
  await user.keyboard('{Enter}');
  await (await dialog('Claude Code')).findByRole('region');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
  expect(host.calls.some(({ name }) => name === 'agent.apply')).toBe(false);
});

test('a file that changed since is not written: why, the text, and another look', async () => {
  const file = '/home/ada/.claude.json';
  const { host, user } = open();
  host.on('agent.apply', () => ({
    kind: 'refused',
    reason: coreMessage('agents.changed', { file }),
    byHand: '{ "text": "to paste" }',
  }));
  await user.click(
    await screen.findByRole('button', { name: t('agents.connectOf', { agent: 'Claude Code' }) }),
  );
  const shown = await dialog('Claude Code');
  await shown.findByRole('region');
  await user.click(shown.getByRole('button', { name: t('agents.preview.write') }));
  expect((await shown.findByRole('alert')).textContent).toContain('has changed since the preview');
  expect(shown.getByText('{ "text": "to paste" }')).toBeTruthy();
  expect(shown.queryByRole('button', { name: t('agents.preview.write') })).toBeNull();
  await expectAccessible();
  await user.click(shown.getByRole('button', { name: t('common.retry') }));
  await shown.findByRole('region');
  expect(shown.getByRole('button', { name: t('agents.preview.write') })).toBeTruthy();
});

test('an entry that Usher did not write is removed', async () => {
  const { user } = open();
  await user.click(
    await screen.findByRole('button', { name: t('agents.removeOf', { agent: 'Gemini CLI' }) }),
  );
  const connect = { name: t('agents.connectOf', { agent: 'Gemini CLI' }) };
  expect(await screen.findByRole('button', connect)).toBeTruthy();
});

test('the own servers of an agent are offered for import, and nothing is imported yet', async () => {
  const { host, user } = open({
    change: (world) => {
      world.agents = world.agents.filter(({ id }) => id === 'claude-code');
      world.importSources = world.importSources.map((source, index) =>
        index === 0 ? { ...source, app: 'Claude Code' } : source,
      );
    },
  });
  await user.click(
    await screen.findByRole('button', { name: t('agents.importOf', { count: 1, agent: 'Claude Code' }) }),
  );
  const sheet = within(await screen.findByRole('dialog', { name: t('serverForm.import.title') }));
  await sheet.findByRole('region', { name: 'Claude Code' });
  expect(sheet.queryByRole('region', { name: 'VS Code' })).toBeNull();
  expect(host.calls.some(({ name }) => name === 'import.apply')).toBe(false);
});

const removal = { name: t('agents.removeImportedOf', { count: 2, agent: 'Claude Code' }) };

const removalDialog = async () =>
  within(await screen.findByRole('dialog', { name: t('agents.imported.title', { agent: 'Claude Code' }) }));

test('servers that Usher has too are removed one by one, as shown, and undone', async () => {
  const { host, user } = open();
  await user.click(await screen.findByRole('button', removal));
  const shown = await removalDialog();
  const boxes = shown.getAllByRole('checkbox');
  expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([false, false]);
  expect(shown.getByText(/“Notes” in Usher · Disabled in Usher/)).toBeTruthy();
  expect(shown.getByText(t('agents.imported.notConnected', { agent: 'Claude Code' }))).toBeTruthy();
  const write = shown.getByRole('button', { name: t('agents.preview.write') });
  expect((write as HTMLButtonElement).disabled, 'nothing is chosen yet').toBe(true);
  await expectAccessible();
  await user.click(shown.getByRole('checkbox', { name: 'git' }));
  await shown.findByRole('region');
  await user.click(shown.getByRole('checkbox', { name: 'notes' }));
  const lines = await shown.findByRole('region', {
    name: t('agents.preview.lines', { file: '/home/ada/.claude.json' }),
  });
  expect(lines.textContent).toContain('"git": { "command": "uvx" }');
  expect(within(lines).getByText(t('agents.preview.unchanged')), 'what is between them').toBeTruthy();
  expect(shown.getByText('/home/ada/.claude.json.20261126T040000Z.usher-backup')).toBeTruthy();
  await expectAccessible();
  expect(
    host.calls.filter(({ name }) => name === 'agent.previewRemoval').map(({ params }) => params),
  ).toEqual(
    [['git'], ['git', 'notes']].map((names) => ({
      id: 'claude-code',
      file: '/home/ada/.claude.json',
      names,
    })),
  );
  expect(host.calls.some(({ name }) => name === 'agent.apply')).toBe(false);
  await user.click(shown.getByRole('button', { name: t('agents.preview.write') }));
  const undo = await screen.findByRole('button', {
    name: t('agents.undoRemovalOf', { agent: 'Claude Code' }),
  });
  expect(host.calls.find(({ name }) => name === 'agent.apply')?.params).toEqual({ previewId: 'preview-1' });
  expect(screen.queryByRole('button', removal)).toBeNull();
  const connect = screen.getByRole('button', { name: t('agents.connectOf', { agent: 'Claude Code' }) });
  await waitFor(() => expect(document.activeElement, 'the button that opened it is gone').toBe(connect));
  await user.click(undo);
  expect(await screen.findByRole('button', removal)).toBeTruthy();
  await waitFor(() => expect(document.activeElement, 'and so is this one').toBe(connect));
});

test('a removal that Usher cannot do says which entries to remove by hand', async () => {
  const { host, user } = open();
  host.on('agent.previewRemoval', ({ file, names }) => ({
    kind: 'refused',
    reason: coreMessage('agents.link', { file }),
    byHand: names.map((name) => `mcpServers.${name}\n`).join(''),
  }));
  await user.click(await screen.findByRole('button', removal));
  const shown = await removalDialog();
  await user.click(shown.getByRole('checkbox', { name: 'git' }));
  expect((await shown.findByRole('alert')).textContent).toContain('leads nowhere');
  const group = within(shown.getByRole('group', { name: t('agents.imported.byHand') }));
  expect(group.getByText('mcpServers.git')).toBeTruthy();
  expect(shown.getByRole<HTMLButtonElement>('button', { name: t('agents.preview.write') }).disabled).toBe(
    true,
  );
  await expectAccessible();
});

test('of a connected agent the change made last is undone first', async () => {
  const { user } = open({
    change: (world) => {
      world.agents = world.agents.map((each) =>
        each.id === 'codex' ? { ...each, removed: ['docs'] } : each,
      );
    },
  });
  const codex = await agent('Codex');
  expect(codex.queryByRole('button', { name: t('agents.undoOf', { agent: 'Codex' }) })).toBeNull();
  await user.click(codex.getByRole('button', { name: t('agents.undoRemovalOf', { agent: 'Codex' }) }));
  await screen.findByRole('button', { name: t('agents.connectOf', { agent: 'Codex' }) });
});

test('without an agent there is the text to paste', async () => {
  const { user } = open({ change: (world) => (world.agents = []) });
  await screen.findByText(t('agents.empty.title'));
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: t('agents.copy') }));
  await screen.findByRole('button', { name: t('common.copied') });
  expect(JSON.parse(await navigator.clipboard.readText())).toEqual({
    mcpServers: { usher: { command: '/usr/bin/usher', args: ['connect', '--as', 'agent'] } },
  });
});

test('a list that cannot be read says so and is read again', async () => {
  const { host, user } = open({
    on: {
      'agent.list': () => {
        throw { code: 'internal', message: coreMessage('agents.failed') };
      },
    },
  });
  const alert = within(await screen.findByRole('alert'));
  host.on('agent.list', () => ({ agents: [], paste: '{}' }));
  await user.click(alert.getByRole('button', { name: t('common.retry') }));
  expect(await screen.findByText(t('agents.empty.title'))).toBeTruthy();
});

test('the commands lead here', async () => {
  const { user } = renderApp('/servers');
  await screen.findByText(t('servers.processes.title'));
  await user.keyboard('{Control>}k{/Control}');
  const found = within(await screen.findByRole('dialog', { name: t('palette.title') }));
  await user.type(found.getByRole('combobox'), t('common.connectAgent'));
  await found.findByRole('option', { name: new RegExp(t('common.connectAgent')) });
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('list', { name: t('agents.list') })).toBeTruthy();
});
