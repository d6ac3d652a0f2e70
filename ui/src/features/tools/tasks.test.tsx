import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Operations, RunningTask, ServerId } from '../../api/generated/contract';
import { FORM_APPROVAL, TASK, type FakeHost, type FakeOptions } from '../../host/fake';
import { expectAccessible, renderApp } from '../../test/render';
import { taskState, taskTimes } from '../../entities/task/words';
import { t } from '../../words/translate';

const TOOL = '/tools?server=%22demo%22&item=%22echo%22';

const withTask = (change: Partial<RunningTask> = {}): FakeOptions => ({
  change: (world) => (world.tasks = [{ ...TASK, ...change }]),
});

const supporting = (taskSupport: 'optional' | 'required'): FakeOptions => ({
  change: (world) =>
    (world.tools = world.tools.map((tool) => (tool.head.name === 'echo' ? { ...tool, taskSupport } : tool))),
});

const sentTo = (host: FakeHost) =>
  host.calls
    .filter(({ name }) => name === 'tool.call')
    .map(({ params }) => (params as Operations['tool.call'][0]).runAs);

describe('running tasks', () => {
  it('are in the activity with what is known of them, and can be cancelled', async () => {
    const { host, user } = renderApp('/activity', withTask());
    const list = await screen.findByRole('list', { name: t('records.tasks.list') });
    expect(list.textContent).toContain('Working · Gathering sources');
    expect(list.textContent).toContain('kept by the server until');
    await expectAccessible();
    await user.click(
      within(list).getByRole('button', {
        name: new RegExp(t('records.tasks.cancel', { tool: 'echo', time: '' }), 'u'),
      }),
    );
    await waitFor(() => expect(screen.queryByRole('list', { name: t('records.tasks.list') })).toBeNull());
    expect(host.calls).toContainEqual({ name: 'tool.cancel', params: { callId: TASK.callId } });
  });

  it('are not said to be nothing when no call has ended yet', async () => {
    renderApp('/activity', {
      change: (world) => {
        world.tasks = [TASK];
        world.history = [];
      },
    });
    expect(await screen.findByText(t('activity.call.noneFinished'))).toBeDefined();
    expect(screen.queryByText(t('common.noCallsYet'))).toBeNull();
  });

  it('of another server are not shown where one server is asked for', async () => {
    renderApp('/activity?filter=github', withTask());
    await screen.findByRole('searchbox', { name: t('activity.call.search') });
    expect(screen.queryByRole('list', { name: t('records.tasks.list') })).toBeNull();
  });

  it('lead to the question they wait for', async () => {
    renderApp('/activity', {
      change: (world) => {
        world.tasks = [{ ...TASK, status: 'inputRequired', message: null }];
        world.approvals = [{ ...FORM_APPROVAL, cause: { callId: TASK.callId, tool: 'echo', arguments: {} } }];
      },
    });
    const list = await screen.findByRole('list', { name: t('records.tasks.list') });
    expect(list.textContent).toContain(t('records.tasks.inputRequired'));
    const answer = await within(list).findByRole('link', { name: 'Answer' });
    expect(answer.getAttribute('href')).toContain('/approvals');
  });

  it('follow what the core says of them', async () => {
    const { host } = renderApp('/activity', withTask());
    const list = await screen.findByRole('list', { name: t('records.tasks.list') });
    host.world.tasks = [{ ...TASK, message: 'Generating report' }];
    act(() => host.emit({ kind: 'tasksChanged' }));
    await waitFor(() => expect(list.textContent).toContain('Working · Generating report'));
  });

  it('of a tool that were begun before are shown with it', async () => {
    renderApp(TOOL, withTask());
    expect(await screen.findByRole('list', { name: t('records.tasks.list') })).toBeDefined();
    await expectAccessible();
  });
});

describe('a call that goes on as a task', () => {
  it('says so where its result will be, and lets the tool be run again', async () => {
    const { host, user } = renderApp(TOOL, supporting('required'));
    host.on('tool.call', ({ callId }) => {
      host.world.tasks = [{ ...TASK, callId, serverId: 'demo' as ServerId }];
      host.emit({ kind: 'tasksChanged' });
      return new Promise(() => undefined);
    });
    expect(await screen.findByText(t('tools.task.runsAs'))).toBeDefined();
    await user.click(await screen.findByRole('button', { name: new RegExp(`^${t('common.run')} `) }));
    const pane = await screen.findByRole('region', { name: t('common.result') });
    expect(
      await within(pane).findByText(
        `${t('tools.task.state', { state: taskState(TASK, true).word })} · Gathering sources`,
      ),
    ).toBeDefined();
    expect(within(pane).getByText(t('tools.task.background', { times: taskTimes(TASK) }))).toBeDefined();
    expect(
      screen.getByRole('button', { name: new RegExp(`^${t('common.run')} `) }).getAttribute('aria-disabled'),
    ).toBeNull();
    expect(screen.queryByRole('list', { name: t('records.tasks.list') }), 'it is not shown twice').toBeNull();
    await expectAccessible();
  });

  it('is one by choice where the tool leaves it to the person', async () => {
    const { host, user } = renderApp(TOOL, supporting('optional'));
    await user.click(await screen.findByRole('checkbox', { name: t('tools.task.runAs') }));
    await user.click(screen.getByRole('button', { name: new RegExp(`^${t('common.run')} `) }));
    await waitFor(() => expect(sentTo(host)).toEqual(['task']));
    await user.click(screen.getByRole('button', { name: t('tools.arguments.reset') }));
    expect(
      screen.getByRole('checkbox', { name: t('tools.task.runAs') }),
      'Reset is about arguments',
    ).toHaveProperty('checked', true);
    await expectAccessible();
  });
});

describe('the state of a task', () => {
  it.each([
    ['working', true, t('records.tasks.working'), false],
    ['inputRequired', true, t('records.tasks.inputRequired'), true],
    ['completed', true, t('records.tasks.completed'), false],
    ['failed', true, t('records.tasks.failed'), false],
    ['cancelled', true, t('records.tasks.cancelled'), false],
    ['working', false, t('records.tasks.waitsForServer'), true],
  ] as const)('%s, server running: %s', (status, runs, word, waits) => {
    expect(taskState({ ...TASK, status }, runs)).toEqual({ word, waits });
  });
});
