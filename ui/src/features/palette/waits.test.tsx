import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CallId } from '../../api/generated/contract';
import { forgetRunning, runningCalls } from '../../api/live';
import { FORM_APPROVAL, TASK } from '../../host/fake';
import { showReview } from '../../host/fake/pinHandlers';
import type { World } from '../../host/fake/world';
import { palette } from '../../lib/palette';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

const search = async (query: string, change: (world: World) => void) => {
  const { host, user } = renderApp('/servers', { change });
  await screen.findByRole('listbox', { name: 'Servers' });
  act(() => palette.open());
  const dialog = await screen.findByRole('dialog', { name: t('palette.title') });
  if (query !== '') await user.type(within(dialog).getByRole('combobox'), query);
  const group = (kind: 'waiting' | 'running' | 'action') =>
    within(dialog).findByRole('group', { name: t(`palette.kind.${kind}`) });
  return { host, user, group };
};

test.each<[string, string, (world: World) => void, RegExp, () => Promise<HTMLElement>]>([
  [
    'a request',
    'demo form',
    (world) => world.approvals.push(FORM_APPROVAL),
    /^Demo server requests form input/,
    () => screen.findByRole('article', { name: t('approvals.request.label', { server: 'Demo server' }) }),
  ],
  [
    'a request by its number',
    t('approvals.request.number', { number: FORM_APPROVAL.number }),
    (world) => world.approvals.push(FORM_APPROVAL),
    /^Demo server requests form input/,
    () => screen.findByRole('article', { name: t('approvals.request.label', { server: 'Demo server' }) }),
  ],
  [
    'what is to be reviewed',
    'add_note',
    (world) => showReview(world, 'changed'),
    /^4 definitions to review/,
    () => screen.findByRole('article', { name: t('common.definitionsToReview', { count: 4 }) }),
  ],
])('%s that waits is found, and opens in Approvals', async (_, query, change, title, opened) => {
  const { user, group } = await search(query, change);
  await user.click(within(await group('waiting')).getByRole('option', { name: title }));
  expect(await opened()).toBeDefined();
  expect(
    screen.getByRole('link', { name: new RegExp(t('common.approvals')), current: 'page' }),
  ).toBeDefined();
});

test('what waits and what runs is offered before anything is typed', async () => {
  const { group } = await search('', (world) => {
    world.approvals.push(FORM_APPROVAL);
    world.tasks = [TASK];
  });
  expect(within(await group('waiting')).getAllByRole('option')).toHaveLength(1);
  expect(within(await group('running')).getAllByRole('option')).toHaveLength(1);
  await expectAccessible();
});

test('a running task is found: opened at its tool, or cancelled', async () => {
  const { host, user, group } = await search('echo', (world) => (world.tasks = [TASK]));
  const running = within(await group('running')).getByRole('option');
  expect(running.textContent).toContain(TASK.serverLabel);
  await user.click(
    within(await group('action')).getByRole('option', {
      name: new RegExp(`^${t('palette.action.cancel', { tool: TASK.tool })}`),
    }),
  );
  expect(host.calls).toContainEqual({ name: 'tool.cancel', params: { callId: TASK.callId } });
});

test.each([
  ['of the person stands at its tool', null, t('common.tools')],
  ['of a client stands in Activity', 'Editor', t('app.nav.activity')],
])('a task %s', async (_, client, place) => {
  const { user, group } = await search('echo', (world) => (world.tasks = [{ ...TASK, client }]));
  await user.click(within(await group('running')).getByRole('option'));
  expect(await screen.findByRole('link', { name: place, current: 'page' })).toBeDefined();
});

test('a call that this page began is found once, also if it continues as a task, until it ends', async () => {
  const { callId, serverId, tool, startedAt } = TASK;
  const other = crypto.randomUUID() as CallId;
  runningCalls.set(
    new Map([
      [callId, { callId, serverId, tool, startedAt }],
      [other, { callId: other, serverId, tool: 'echo_later', startedAt }],
    ]),
  );
  const { group } = await search('echo', (world) => (world.tasks = [TASK]));
  const running = await group('running');
  const titles = () =>
    within(running)
      .getAllByRole('option')
      .map(({ textContent }) => textContent?.split('Demo')[0]);
  expect(titles()).toEqual(['echo', 'echo_later']);
  forgetRunning(other);
  await waitFor(() => expect(titles()).toEqual(['echo']));
  forgetRunning(callId);
});
