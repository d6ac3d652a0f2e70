import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Approval, CallId } from '../../api/generated/contract';
import { FORM_APPROVAL, ROOTS_APPROVAL, SAMPLE_APPROVAL, URL_APPROVAL } from '../../host/fake';
import { approvalSentence } from '../../lib/approvals';
import { renderApp } from '../../test/render';
import { t } from '../../words/translate';

it.each<[string, Approval]>([
  ['a form', FORM_APPROVAL],
  ['a page', URL_APPROVAL],
  ['a model', SAMPLE_APPROVAL],
  ['folders', ROOTS_APPROVAL],
])('a call that waits for the person says what is requested: %s', async (_what, approval) => {
  const { host, user } = renderApp('/tools?server=%22demo%22&item=%22echo%22');
  host.on('tool.call', () => new Promise(() => {}));
  await user.type(await screen.findByRole('textbox', { name: /Message/u }), ' again');
  await user.click(screen.getByRole('button', { name: new RegExp(`^${t('common.run')}`) }));
  const call = host.calls.find(({ name }) => name === 'tool.call')?.params as { callId: never };
  const about = { ...approval, cause: { callId: call.callId, tool: 'echo', arguments: {} } };
  host.world.approvals.push(about);
  act(() => host.emit({ kind: 'approvalOpened', approval: about }));
  const waits = (await screen.findByText(t('tools.running.waiting'))).closest('[role=note]');
  const expected = { server: 'Demo server', request: approvalSentence(approval), time: '.+' };
  expect(waits?.textContent).toMatch(new RegExp(t('tools.running.paused', expected)));
});

it.each([
  ['may belong to it', ['other', 'own'], /^\d\.\d s$/u],
  ['came before it', ['other'], /^(1:|1 min|6\d\.\d s)/u],
])('the time of a call while a question is open that %s', async (_what, calls, expected) => {
  const { host, user } = renderApp('/tools?server=%22demo%22&item=%22echo%22');
  host.on('tool.call', () => new Promise(() => {}));
  await user.type(await screen.findByRole('textbox', { name: /Message/u }), ' again');
  await user.click(screen.getByRole('button', { name: /^Run/ }));
  const run = host.calls.find(({ name }) => name === 'tool.call')?.params as { callId: CallId };
  const possibleCauses = calls.map((id) => ({
    callId: id === 'own' ? run.callId : (id as CallId),
    tool: 'echo',
    arguments: {},
  }));
  const approval: Approval = { ...FORM_APPROVAL, cause: null, possibleCauses };
  host.world.approvals.push(approval);
  act(() => host.emit({ kind: 'approvalOpened', approval }));
  const words = t('tools.running.perhapsPaused', { server: 'Demo server' });
  const waits = (): string | null | undefined =>
    screen.queryByText(t('tools.running.waiting'))?.closest('[role=note]')?.textContent;
  await waitFor(() => expect(waits()?.includes(words) ?? false).toBe(calls.includes('own')));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  const time = screen.getByRole('region', { name: t('common.result') }).querySelector('.running-head .num');
  host.world.approvals.length = 0;
  const closed = { approvalId: approval.id, serverId: approval.serverId, reason: 'Answered.' };
  act(() => host.emit({ kind: 'approvalClosed', closed: { ...closed, ending: 'accepted' } as never }));
  await waitFor(() => expect(screen.queryByText(t('tools.running.waiting'))).toBeNull());
  await waitFor(() => expect(time?.textContent).toMatch(expected));
});
