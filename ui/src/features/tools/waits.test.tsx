import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Approval, CallId } from '../../api/generated/contract';
import { FORM_APPROVAL, ROOTS_APPROVAL, SAMPLE_APPROVAL, URL_APPROVAL } from '../../host/fake';
import { renderApp } from '../../test/render';
import { forgetDrafts } from './drafts';
import { forgetRuns } from './runs';

afterEach(() => {
  vi.useRealTimers();
  forgetDrafts();
  forgetRuns();
});

it.each<[Approval, string]>([
  [FORM_APPROVAL, 'asks you to fill in a form;'],
  [URL_APPROVAL, 'asks you to open a page;'],
  [SAMPLE_APPROVAL, 'asks to use a model;'],
  [ROOTS_APPROVAL, 'asks which folders it may know of;'],
])('a call that waits for the person says what it is asked: $1', async (approval, expected) => {
  const { host, user } = renderApp('/tools?server=%22demo%22&item=%22echo%22');
  host.on('tool.call', () => new Promise(() => {}));
  await user.type(await screen.findByRole('textbox', { name: /Message/u }), ' again');
  await user.click(screen.getByRole('button', { name: /^Run/ }));
  const call = host.calls.find(({ name }) => name === 'tool.call')?.params as { callId: never };
  const about = { ...approval, cause: { callId: call.callId, tool: 'echo', arguments: {} } };
  host.world.approvals.push(about);
  act(() => host.emit({ kind: 'approvalOpened', approval: about }));
  const waits = (await screen.findByText('Waits for you.')).closest('[role=status]');
  expect(waits?.textContent).toContain(`“Demo server” ${expected}`);
});

it('calls that a question may belong to stand still, and each says so', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date', 'setInterval', 'clearInterval'] });
  const { host, user, router } = renderApp('/tools?server=%22demo%22&item=%22echo%22');
  host.on('tool.call', () => new Promise(() => {}));
  for (const item of ['echo', 'ask_form']) {
    await act(() => router.navigate({ to: '/tools', search: { server: 'demo', item } as never }));
    await user.click(await screen.findByRole('button', { name: /^Run/ }));
    await screen.findByText('Running');
  }
  const possibleCauses = host.calls
    .filter(({ name }) => name === 'tool.call')
    .map(({ params }) => ({ ...(params as { callId: CallId }), tool: 'echo', arguments: {} }));
  expect(possibleCauses).toHaveLength(2);
  const approval = { ...FORM_APPROVAL, cause: null, possibleCauses };
  host.world.approvals.push(approval);
  act(() => host.emit({ kind: 'approvalOpened', approval }));
  for (const item of ['ask_form', 'echo']) {
    await act(() => router.navigate({ to: '/tools', search: { server: 'demo', item } as never }));
    const waits = (await screen.findByText('Waits for you.')).closest('[role=status]');
    expect(waits?.textContent).toMatch(
      /^Waits for you\. “Demo server” asks you to fill in a form; it may belong to this call\. Timeout paused at \d+\.\d s\./u,
    );
    const shown = (): string | null => screen.getByRole('region', { name: 'Result' }).textContent;
    const before = shown();
    act(() => vi.advanceTimersByTime(60_000));
    expect(shown(), `the clock of ${item} stands still`).toBe(before);
  }
});
