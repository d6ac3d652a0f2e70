import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Approval, Content } from '../../../api/generated/contract';
import { SAMPLE_APPROVAL } from '../../../host/fake';
import { someModels } from '../../../host/fake/modelHandlers';
import { expectAccessible, renderApp } from '../../../test/render';
import { t } from '../../../words/translate';

/** The messages of a request as they are shown. */
async function messagesOf(approval: Approval): Promise<HTMLElement> {
  renderApp('/approvals', {
    change: (world) => {
      world.models = someModels();
      world.approvals.push(approval);
    },
  });
  return screen.findByRole('region', { name: t('common.messages') });
}

it('shows also a block as JSON that was changed, of which nothing is known', async () => {
  const picture = { type: 'image', mimeType: 'image/png', data: 'AAAA' };
  const params = {
    ...Object(SAMPLE_APPROVAL.request.params),
    messages: [{ role: 'user', content: picture }],
  };
  // As if it had been changed since: what was looked at is another picture.
  const request = { ...SAMPLE_APPROVAL.request, params, messages: [] };
  const messages = await messagesOf({ ...SAMPLE_APPROVAL, request });
  expect(
    within(messages).getByRole('tree', { name: t('sampling.request.message', { at: '1' }) }).textContent,
  ).toContain('image/png');
  expect(messages.textContent).toContain(t('sampling.request.unchecked'));
  await expectAccessible();
});

it('shows pictures within the result of a tool as pictures', async () => {
  const picture = { type: 'image', mimeType: 'image/png', data: 'AAAA' };
  const result = { type: 'tool_result', toolUseId: 'u', content: [picture] };
  const params = {
    ...Object(SAMPLE_APPROVAL.request.params),
    messages: [{ role: 'user', content: [result] }],
  };
  const seen = SAMPLE_APPROVAL.request.messages[0]?.content.filter(({ kind }) => kind === 'image') ?? [];
  const looked: Content = { kind: 'unknown', raw: result };
  const messages = [{ role: 'user', content: [looked], within: [seen] }];
  const request = { ...SAMPLE_APPROVAL.request, params, messages };
  const shown = within(await messagesOf({ ...SAMPLE_APPROVAL, request }));
  const block = within(shown.getByRole('group', { name: t('sampling.request.message', { at: '1' }) }));
  expect(block.getByText(t('sampling.request.toolResult'))).toBeDefined();
  expect(block.getByRole('img', { name: /“Demo server”, content/ })).toBeDefined();
  expect(shown.queryByRole('tree'), 'not as a text nobody can read').toBeNull();
  await expectAccessible();
});
