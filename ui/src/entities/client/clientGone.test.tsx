import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ClientSnapshot } from '../../api/generated/contract';
import { CLIENT } from '../../host/fake';
import { formatMoment } from '../../lib/format';
import { renderPart } from '../../test/render';
import { t } from '../../words/translate';
import { ClientGone } from './ClientGone';

const NAME = CLIENT.name;
const MINUTE = 60_000;

const BEFORE = t.markup('clients.left.before', { client: () => NAME });

async function said(change: Partial<ClientSnapshot>, approvedAt: number | null): Promise<string | null> {
  const { container, host } = renderPart(<ClientGone client={NAME} approvedAt={approvedAt} />, {
    change: (world) => (world.clients = [{ ...CLIENT, status: 'allowed', ...change }]),
  });
  await expect.poll(() => host.calls.length).toBeGreaterThan(0);
  if ((change.sessions ?? 1) === 0 && change.transport !== 'http') await screen.findAllByRole('note');
  return container.querySelector('[data-part="note"]')?.textContent ?? null;
}

test.each<[what: string, change: Partial<ClientSnapshot>, note: string | null]>([
  ['is connected', { sessions: 1 }, null],
  ['has left', { sessions: 0 }, BEFORE],
  ['connects by URL, for each request anew', { sessions: 0, transport: 'http' }, null],
])('before a call is approved: its client %s', async (_what, change, note) => {
  expect(await said(change, null)).toBe(note);
});

test('after a call was approved: until when that holds', async () => {
  const approvedAt = Date.now() - MINUTE;
  const after = t.markup('clients.left.after', {
    client: () => NAME,
    time: formatMoment(approvedAt + 10 * MINUTE),
  });
  expect(await said({ sessions: 0 }, approvedAt)).toBe(after);
});
