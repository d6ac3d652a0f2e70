import { act, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Ask } from '../../api/generated/contract';
import { ASK, ASK_ROOTS, ASK_SAMPLE, ASK_URL } from '../../host/fake';
import { renderApp } from '../../test/render';
import { forgetDrafts } from './drafts';
import { forgetRuns } from './runs';

afterEach(() => {
  forgetDrafts();
  forgetRuns();
});

it.each<[Ask, string]>([
  [ASK, 'asks you to fill in a form;'],
  [ASK_URL, 'asks you to open a page;'],
  [ASK_SAMPLE, 'asks to use a model;'],
  [ASK_ROOTS, 'asks which folders it may know of;'],
])('a call that waits for the person says what it is asked: $1', async (ask, expected) => {
  const { host, user } = renderApp('/tools?server=%22demo%22&item=%22echo%22');
  host.on('tool.call', () => new Promise(() => {}));
  await user.type(await screen.findByRole('textbox', { name: /Message/u }), ' again');
  await user.click(screen.getByRole('button', { name: /^Run/ }));
  const call = host.calls.find(({ name }) => name === 'tool.call')?.params as { callId: never };
  const about = { ...ask, cause: { callId: call.callId, tool: 'echo', arguments: {} } };
  host.world.asks.push(about);
  act(() => host.emit({ kind: 'askOpened', ask: about }));
  const waits = (await screen.findByText('Waits for you.')).closest('[role=status]');
  expect(waits?.textContent).toContain(`Demo server ${expected}`);
});
