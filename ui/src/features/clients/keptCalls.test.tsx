import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CallId, KeptCall, SourceId } from '../../api/generated/contract';
import { CALL_APPROVAL, CLIENT } from '../../host/fake';
import { NOW } from '../../host/fake/servers';
import { formatMoment } from '../../lib/format';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

const KEPT: KeptCall = {
  callId: 'c5' as CallId,
  serverId: 'demo' as SourceId,
  tool: 'delete_everything',
  isApproved: true,
  until: NOW + 600_000,
};
const NAME = CLIENT.name;

const rendered = (at: string, change: Partial<KeptCall>) =>
  renderApp(at, {
    change: (world) => {
      world.clients = [{ ...CLIENT, status: 'allowed', keptCalls: [{ ...KEPT, ...change }] }];
      const { request } = CALL_APPROVAL;
      if (request.kind !== 'call') throw new Error('it is a call');
      world.approvals = [
        { ...CALL_APPROVAL, request: { ...request, call: { ...request.call, client: NAME } } },
      ];
    },
  });

test('what is approved and has not run is listed with its client, and revoked by a press', async () => {
  const { user, host } = rendered('/clients?item=client1', {});
  const table = await screen.findByRole('table', { name: t('clients.kept.of', { client: NAME }) });
  const row = within(table).getByRole('row', { name: /^delete_everything/u });
  expect(row.textContent).toContain(formatMoment(KEPT.until));
  await expectAccessible();
  await user.click(within(row).getByRole('button', { name: t('clients.kept.revoke', { tool: KEPT.tool }) }));
  await expect.poll(() => screen.queryByText(t('clients.kept.title'))).toBeNull();
  expect(host.calls).toContainEqual({ name: 'tool.cancel', params: { callId: KEPT.callId } });
});

test('before a call is approved: its client waits no longer, and until when it may call again', async () => {
  rendered('/approvals', { isApproved: false });
  const note = t.markup('clients.kept.pending', { client: () => NAME, time: formatMoment(KEPT.until) });
  expect(await screen.findAllByText((_, element) => element?.textContent === note)).not.toEqual([]);
});
