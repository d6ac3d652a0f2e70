import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Answer } from '../../api/generated/contract';
import type { FakeHost } from '../../host/fake';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

const answers = (host: FakeHost): Answer['kind'][] =>
  host.calls.flatMap(({ name, params }) =>
    name === 'approval.answer' ? [(params as { answer: Answer }).answer.kind] : [],
  );
const visits = (host: FakeHost): number =>
  host.calls.filter(({ name }) => name === 'approval.openUrl').length;

/** The page of a server that names its website, and the question about it. */
async function clicked(websiteUrl: string) {
  const rendered = renderApp('/servers?server=demo', {
    change: (world) => {
      const [server] = world.servers;
      if (server !== undefined) server.detail.serverInfo = { name: 'usher-demo', websiteUrl };
    },
  });
  const report = await screen.findByRole('region', { name: t('servers.info.title') });
  expect(within(report).queryAllByRole('link'), 'an address is text').toEqual([]);
  await rendered.user.click(within(report).getByRole('button', { name: t('shared.openPage') }));
  const dialog = await screen.findByRole('dialog', { name: t('approvals.url.dialog') });
  const open = within(dialog).getByRole('button', { name: t('approvals.url.open') });
  return { ...rendered, dialog, open };
}

it('an address of a server is asked about over the page it stands on, and opens as shown', async () => {
  const { host, user, dialog, open } = await clicked('https://theatre.example/programme');
  expect(dialog.querySelector('.whole-address')?.textContent).toBe('https://theatre.example/programme');
  expect(dialog.querySelector('.whole-address b')?.textContent).toBe('theatre.example');
  expect(dialog.textContent).toContain(t('approvals.cause.website'));
  expect(visits(host), 'nothing opens by itself').toBe(0);
  expect(
    screen.queryByRole('button', { name: t('common.answer') }),
    'no strip beside its own dialog',
  ).toBeNull();
  await expectAccessible();
  await waitFor(() => expect(open.getAttribute('aria-disabled')).toBe('false'));
  await user.click(open);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([visits(host), host.world.approvals]).toEqual([1, []]);
});

it('closing the question is a cancel', async () => {
  const { host, user } = await clicked('https://theatre.example/');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([visits(host), answers(host)]).toEqual([0, ['cancel']]);
});

it('an address that must not be opened has no way to be', async () => {
  const { host, user, dialog, open } = await clicked('http://theatre.example/');
  expect(dialog.textContent).toContain(t('core.address.unencrypted'));
  await user.click(open);
  expect(visits(host)).toBe(0);
});

it('the question stands in the inbox as long as it is open', async () => {
  const { host } = await clicked('https://theatre.example/');
  const [approval] = host.world.approvals;
  await host.call('approval.focus', { approvalId: approval?.id ?? ('' as never) });
  expect(
    await screen.findByRole('option', {
      name: t('approvals.row.label', {
        server: 'Demo server',
        kind: t('approvals.kind.link'),
        cause: t('approvals.cause.website'),
      }),
    }),
  ).toBeTruthy();
});
