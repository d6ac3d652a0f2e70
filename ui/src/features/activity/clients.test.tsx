import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ApprovalRecordId, CallId, HistoryId, ServerId } from '../../api/generated/contract';
import { forgetRunning, runningCalls } from '../../api/live';
import { someClients, someRecords, TASK } from '../../host/fake';
import type { World } from '../../host/fake/world';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

/** One call and one record of the client *Editor*, beside those of nobody. */
function withEditor(world: World): void {
  world.clients = someClients();
  const [call] = world.history;
  if (call !== undefined)
    world.history.unshift({
      ...call,
      row: { ...call.row, id: 'of-editor' as HistoryId, name: 'clear_notes', client: 'Editor' },
      times: { queueMs: 5, personMs: 61_000, serverMs: 409, wireMs: 1 },
      clientLeg: {
        request: { name: 'demo__clear_notes', arguments: {} },
        answer: { result: { content: [] } },
      },
    });
  const [record] = someRecords();
  if (record !== undefined)
    world.approvalRecords = [
      {
        ...record,
        head: {
          ...record.head,
          id: 'of-editor' as ApprovalRecordId,
          approvalKind: 'toolCall',
          tool: 'clear_notes',
          client: 'Editor',
        },
      },
      ...someRecords(),
    ];
}

const rows = () => screen.getAllByRole('option').map((row) => row.getAttribute('aria-label'));

test('a call of a client names it in the list, and leads to it', async () => {
  const { user } = renderApp('/activity', { change: withEditor });
  await user.click(await screen.findByRole('option', { name: /^clear_notes, Demo server, client Editor,/u }));
  const call = within(
    await screen.findByRole('article', { name: t('activity.call.label', { tool: 'clear_notes' }) }),
  );
  await expectAccessible();
  const parts = call.getByLabelText(t('activity.call.times.label'));
  expect(parts.textContent, 'how its time divides').toBe(
    'Queue5 msApprovals1 min 1 sServer409 msTransfer1 ms',
  );
  const request = call.getByRole('region', { name: t('activity.call.clientRequest') });
  expect(request.textContent, 'the name by which the client called it').toContain('demo__clear_notes');
  const answer = call.getByRole('region', { name: t('activity.call.clientAnswer') });
  expect(answer.textContent, 'what it was answered').toContain('result');
  await user.click(call.getByRole('link', { name: 'Editor' }));
  expect(
    await screen.findByRole('region', { name: t('clients.page.label', { client: 'Editor' }) }),
  ).toBeTruthy();
});

test('a record of a call of a client names it, and leads to it', async () => {
  const { user } = renderApp('/activity?view=approvals', { change: withEditor });
  await user.click(await screen.findByRole('option', { name: /: Editor: clear_notes · /u }));
  const record = within(await screen.findByRole('article'));
  await expectAccessible();
  await user.click(await record.findByRole('link', { name: 'Editor' }));
  expect(
    await screen.findByRole('region', { name: t('clients.page.label', { client: 'Editor' }) }),
  ).toBeTruthy();
});

test('calls and records are filtered by client, which the core does', async () => {
  const { user, host } = renderApp('/activity', { change: withEditor });
  await screen.findAllByRole('option');
  const all = rows().length;
  await user.click(screen.getByRole('button', { name: t('shared.allServers') }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Editor' }));
  await waitFor(() => expect(rows().length).toBe(1));
  expect(all).toBeGreaterThan(1);
  expect(host.calls.findLast(({ name }) => name === 'history.list')?.params).toMatchObject({
    caller: { kind: 'client', name: 'Editor' },
    serverId: null,
  });
});

test('a client without calls is named where none are listed, and the calls of all are one step away', async () => {
  const { user } = renderApp('/activity', {
    change: (world) => {
      world.clients = someClients();
    },
  });
  await screen.findAllByRole('option');
  const all = rows();
  await user.click(screen.getByRole('button', { name: t('shared.allServers') }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Editor' }));
  expect(await screen.findByText(t('activity.call.onlyOf', { owner: 'Editor' }))).toBeTruthy();
  expect(screen.queryByText(t('common.noCallsYet'))).toBeNull();
  await user.click(screen.getByRole('button', { name: t('common.showAllCalls') }));
  await waitFor(() => expect(rows()).toEqual(all));
});

test('the page of a client leads to its records, decisions about it among them', async () => {
  const { user } = renderApp('/clients', { change: withEditor });
  await user.click(await screen.findByRole('button', { name: t('clients.pause') }));
  await user.click(await screen.findByRole('link', { name: t('common.decisionHistory') }));
  await waitFor(() =>
    expect(rows()).toEqual([
      expect.stringMatching(/^Editor: Client · Declined/u),
      expect.stringMatching(/: Editor: clear_notes · /u),
    ]),
  );
});

test('a task of a client names it, and is shown if that client is chosen', async () => {
  const { user } = renderApp('/activity', {
    change: (world) => {
      withEditor(world);
      world.tasks = [TASK, { ...TASK, callId: 'of-editor' as CallId, client: 'Editor' }];
    },
  });
  const tasks = within(await screen.findByRole('list', { name: t('records.tasks.list') }));
  const place = t('activity.call.byClient', { server: TASK.serverLabel, client: 'Editor' });
  expect(tasks.getAllByRole('listitem').map((row) => row.textContent.includes(place))).toEqual([false, true]);
  await user.click(screen.getByRole('button', { name: t('shared.allServers') }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Editor' }));
  await waitFor(() => expect(tasks.getAllByRole('listitem').length).toBe(1));
});

test('the calls of a client are deleted alone', async () => {
  const { user, host } = renderApp('/activity', { change: withEditor });
  await screen.findAllByRole('option');
  const others = host.world.history.filter(({ row }) => row.client === null);
  await user.click(screen.getByRole('button', { name: t('shared.allServers') }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Editor' }));
  await waitFor(() => expect(rows().length).toBe(1));
  await user.click(screen.getByRole('button', { name: t('activity.delete.calls') }));
  const asked = within(await screen.findByRole('dialog', { name: t('activity.delete.calls') }));
  expect(asked.getByText(t('activity.delete.callsOf', { owner: 'Editor' }))).toBeTruthy();
  await user.click(asked.getByRole('button', { name: t('common.delete') }));
  await waitFor(() => expect(host.world.history).toEqual(others));
});

test('a call of this page stands first while it runs', async () => {
  const call = { callId: 'own' as CallId, serverId: 'demo' as ServerId, tool: 'long_task', startedAt: 1 };
  runningCalls.set(new Map([[call.callId, call]]));
  const { host, user } = renderApp('/activity', { change: (world) => (world.tasks = [TASK]) });
  const running = await screen.findByRole('list', { name: t('records.tasks.list') });
  const names = () =>
    within(running)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  await waitFor(() => expect(names()).toHaveLength(2));
  expect(names()[0]).toContain(`long_task Demo server${t('records.tasks.working')}`);
  await user.click(within(running).getAllByRole('button')[0] as HTMLElement);
  expect(host.calls.filter(({ name }) => name === 'tool.cancel').map(({ params }) => params)).toEqual([
    { callId: 'own' },
  ]);
  act(() => forgetRunning(call.callId));
  expect(names()).toHaveLength(1);
});
