import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ClientSnapshot } from '../../api/generated/contract';
import { CLIENT } from '../../host/fake';
import { expectAccessible, renderApp, said } from '../../test/render';
import { t } from '../../words/translate';

const agent = async (name: string) => within(await screen.findByRole('listitem', { name }));

test('the row of an agent shows live whether it has connected, and leads to what waits', async () => {
  const client = { ...CLIENT, connectsAs: 'codex', name: 'codex' };
  const { host } = renderApp('/clients/agents', { change: (world) => (world.clients = []) });
  const codex = await agent('Codex');
  expect(await codex.findByText(t('agents.client.none'))).toBeTruthy();
  const claude = await agent('Claude Code');
  expect(claude.queryByText(t('agents.client.none')), 'it was not set up').toBeNull();
  const comes = (change: Partial<ClientSnapshot>) => {
    host.world.clients = [{ ...client, ...change }];
    host.emit({ kind: 'clientsChanged' });
  };
  comes({});
  const waits = t('agents.client.state', { state: t('clients.status.waiting') });
  expect(await codex.findByText(waits, { exact: false })).toBeTruthy();
  await waitFor(() => expect(said()).toContain(waits));
  const review = codex.getByRole('link', { name: t('agents.client.review', { agent: 'Codex' }) });
  expect(review.getAttribute('href')).toContain('client1');
  await expectAccessible();
  comes({ status: 'allowed' });
  const connected = t('agents.client.state', { state: t('clients.status.connected', { count: 1 }) });
  expect(await codex.findByText(connected, { exact: false })).toBeTruthy();
  const page = codex.getByRole('link', { name: t('agents.client.open', { client: 'codex' }) });
  expect(page.getAttribute('href')).toContain('/clients?item=client1');
  comes({ status: 'allowed', sessions: 0, connectedSince: null });
  const gone = t('agents.client.state', { state: t('clients.status.offline') });
  expect(await codex.findByText(gone, { exact: false })).toBeTruthy();
});
