import { act, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Approval } from '../../api/generated/contract';
import { FORM_APPROVAL, ROOTS_APPROVAL, SAMPLE_APPROVAL, URL_APPROVAL } from '../../host/fake';
import { approvalSentence } from '../../lib/approvals';
import { renderApp } from '../../test/render';
import { forgetDrafts } from './drafts';
import { forgetRuns } from './runs';
import { t } from '../../words/translate';

afterEach(() => {
  forgetDrafts();
  forgetRuns();
});

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
  const waits = (await screen.findByText(t('tools.running.waiting'))).closest('[role=status]');
  const expected = { server: 'Demo server', request: approvalSentence(approval), time: '.+' };
  expect(waits?.textContent).toMatch(new RegExp(t('tools.running.paused', expected)));
});
