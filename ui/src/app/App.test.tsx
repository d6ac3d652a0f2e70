import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FORM_APPROVAL } from '../host/fake';
import { expectAccessible, renderApp } from '../test/render';
import { t } from '../words/translate';
import { coreMessage } from '../words/message';

test('the rail names every screen and marks the current one', async () => {
  renderApp('/tools');
  const nav = await screen.findByRole('navigation', { name: t('app.nav.label') });
  const names = [...nav.querySelectorAll('a')].map((link) => link.textContent);
  expect(names).toEqual([
    t('common.servers'),
    t('common.tools'),
    t('common.resources'),
    t('common.prompts'),
    t('common.approvals'),
    t('app.nav.activity'),
    t('clients.title'),
    t('common.settings'),
  ]);
  expect(screen.getByRole('link', { name: t('common.tools') }).getAttribute('aria-current')).toBe('page');
  await expectAccessible();
});

test('Ctrl with a digit goes to a screen', async () => {
  const { user } = renderApp('/servers');
  await screen.findByRole('listbox', { name: 'Servers' });
  await user.keyboard('{Control>}8{/Control}');
  expect(await screen.findByRole('heading', { name: t('common.settings'), level: 1 })).toBeTruthy();
});

test('a start that is blocked says why and shows nothing else', async () => {
  renderApp('/servers', {
    change: (world) => {
      world.info.blocked = {
        code: 'storeTooNew',
        message: coreMessage('verbatim', { text: 'A newer Usher wrote it.' }),
      };
    },
  });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('A newer Usher wrote it.');
  expect(screen.getByText('/home/ada/.local/share/usher'), 'where the data lies').toBeTruthy();
  expect(screen.queryByRole('navigation')).toBeNull();
  await expectAccessible();
});

test('a notice of the start stays until it is dismissed', async () => {
  const { user } = renderApp('/settings', {
    change: (world) => world.info.notices.push(coreMessage('notice.changed', { count: 1 })),
  });
  const notice = t('core.notice.changed', { count: 1 });
  expect(await screen.findByText(notice)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('app.notice.dismiss') }));
  expect(screen.queryByText(notice)).toBeNull();
});

test('keys open the sheet and the wire log from anywhere', async () => {
  const { user } = renderApp('/servers?server=demo');
  await screen.findByRole('listbox', { name: 'Servers' });
  await user.keyboard('{Control>}j{/Control}');
  expect(await screen.findByRole('region', { name: t('common.protocolLog') })).toBeTruthy();
  await user.keyboard('{Control>}n{/Control}');
  expect(await screen.findByRole('dialog', { name: t('common.addServer') })).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a question the person was told of elsewhere is shown, whatever screen is open', async () => {
  const { host } = renderApp('/settings', { change: (world) => world.approvals.push(FORM_APPROVAL) });
  await screen.findByRole('heading', { name: t('common.settings'), level: 1 });
  await host.call('approval.focus', { approvalId: FORM_APPROVAL.id });
  expect(
    await screen.findByRole('article', {
      name: t('approvals.request.label', { server: FORM_APPROVAL.serverLabel }),
    }),
  ).toBeTruthy();
  expect(
    screen.getByRole('link', { name: new RegExp(t('common.approvals'), 'u') }).getAttribute('aria-current'),
  ).toBe('page');
});

test('a server is said to run once it does, also one that is new and runs at once', async () => {
  const { host } = renderApp('/tools');
  await screen.findByRole('listbox', { name: t('common.tools') });
  const said = () => document.querySelector('[data-announcer]')?.textContent ?? '';
  expect(said(), 'what runs when the window opens is not said').toBe('');
  const [known] = host.world.servers.filter(({ snapshot }) => snapshot.state.kind === 'running');
  if (known === undefined) throw new Error('a server runs');
  const added = structuredClone(known.snapshot);
  Object.assign(added, { id: 'new', label: 'New server' });
  host.world.servers.push({ ...known, snapshot: added });
  act(() => host.emit({ kind: 'serverChanged', server: structuredClone(added) }));
  await waitFor(() => expect(said()).toBe(t('app.running', { server: 'New server' })));
});
