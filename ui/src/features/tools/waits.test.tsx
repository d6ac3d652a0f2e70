import { act, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Approval } from '../../api/generated/contract';
import { FORM_APPROVAL, ROOTS_APPROVAL, SAMPLE_APPROVAL, URL_APPROVAL } from '../../host/fake';
import { renderApp } from '../../test/render';
import { t } from '../../words/translate';
import { forgetDrafts } from './drafts';
import { forgetRuns } from './runs';

afterEach(() => {
  forgetDrafts();
  forgetRuns();
});

it.each<[Approval, string]>([
  [FORM_APPROVAL, t('approvals.kind.form')],
  [URL_APPROVAL, t('approvals.kind.url')],
  [SAMPLE_APPROVAL, t('approvals.kind.sampling')],
  [ROOTS_APPROVAL, t('approvals.kind.roots')],
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
  expect(waits?.textContent).toContain(`“Demo server”: ${expected};`);
});
