import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createFakeHost } from '../../host/fake';
import type { FakeHost } from '../../host/fake';
import type { ServerId } from '../../api/generated/contract';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';
import { coreMessage } from '../../words/message';

const page = () => screen.findByRole('region', { name: t('servers.page.label', { server: 'GitHub' }) });

/** What the page wanted opened. */
const opened = (host: FakeHost) => host.calls.find(({ name }) => name === 'signIn.open')?.params;

/** GitHub asks for a sign-in. */
function approval(host: FakeHost): void {
  const server = host.world.servers.find(({ snapshot }) => snapshot.id === ('github' as ServerId));
  if (server === undefined) throw new Error('there is no such server');
  server.snapshot.state = {
    kind: 'needsSignIn',
    reason: coreMessage('failure.unauthorized', { place: 'https://mcp.github.example' }),
  };
  server.snapshot.need = 'signIn';
  host.emit({ kind: 'serverChanged', server: structuredClone(server.snapshot) });
}

test('a person looks at where to sign in, goes there, and can stop waiting', async () => {
  const { user, host } = renderApp('/servers?server=github');
  await page();
  approval(host);
  const about = within(await page());
  await user.click(await about.findByRole('button', { name: t('servers.signIn.open') }));
  const dialog = await screen.findByRole('dialog', { name: t('servers.signIn.title', { server: 'GitHub' }) });
  expect(await within(dialog).findByText('read, write')).toBeTruthy();
  expect(dialog.querySelector('.whole-address b')?.textContent).toBe('login.example.com');
  expect(host.calls.some(({ name }) => name === 'signIn.open')).toBe(false);
  await expectAccessible();
  await user.click(within(dialog).getByRole('button', { name: t('servers.signIn.inBrowser') }));
  expect(opened(host)).toEqual({ serverId: 'github', client: null });
  expect((await about.findByText(t('servers.state.signingIn'))).closest('[role=note]')).toBeTruthy();
  await expectAccessible();
  await user.click(about.getByRole('button', { name: t('common.cancel') }));
  expect(await about.findByRole('button', { name: t('servers.signIn.open') })).toBeTruthy();
});

test('a program that waits for a sign-in while it starts says where, and opens it by the click alone', async () => {
  const signInUrl = 'https://login.example.com/device?code=1';
  const { user, host } = renderApp('/servers?server=files', {
    change: (world) => {
      const files = world.servers.find(({ snapshot }) => snapshot.id === 'files');
      if (files !== undefined) files.snapshot.state = { kind: 'starting', sinceAt: Date.now(), signInUrl };
    },
  });
  const about = await screen.findByRole('region', {
    name: t('servers.page.label', { server: 'Filesystem' }),
  });
  const notice = within(about).getByRole('note');
  expect(notice.textContent, 'the origin alone is shown').toContain(
    `${t('servers.state.needsSignIn')} ${t.markup('servers.state.signInAt', { issuer: () => 'https://login.example.com' })}`,
  );
  await expectAccessible();
  await user.click(within(notice).getByRole('button', { name: t('shared.openPage') }));
  expect(host.calls.find(({ name }) => name === 'approval.requestOpenLink')?.params).toEqual({
    serverId: 'files',
    address: signInUrl,
    place: { kind: 'signIn' },
  });
  const dialog = await screen.findByRole('dialog', { name: t('approvals.url.dialog') });
  expect(dialog.querySelector('.whole-address')?.textContent).toBe(signInUrl);
  expect(dialog.textContent).toContain(t('approvals.cause.signIn'));
  expect(
    within(notice).getByRole('button', { name: t('common.cancel') }),
    'the start can be stopped',
  ).toBeTruthy();
});

test('an authorization server that knows its apps wants a client ID', async () => {
  const { user, host } = renderApp('/servers?server=github');
  const plan = await createFakeHost().call('signIn.prepare', { serverId: 'github' as ServerId });
  host.on('signIn.prepare', () => ({ ...plan, needsClient: true, tokenHost: 'token.example.net' }));
  await page();
  approval(host);
  await user.click(await screen.findByRole('button', { name: t('servers.signIn.open') }));
  const dialog = within(await screen.findByRole('dialog'));
  const go = await dialog.findByRole('button', { name: t('servers.signIn.inBrowser') });
  expect((go as HTMLButtonElement).disabled).toBe(true);
  expect(dialog.getByText(/token\.example\.net/)).toBeTruthy();
  await expectAccessible();
  await user.type(dialog.getByRole('textbox', { name: new RegExp(t('servers.signIn.clientId')) }), 'usher');
  await user.click(go);
  expect(opened(host)).toEqual({ serverId: 'github', client: { id: 'usher', secret: null } });
});

test('who gave the access is shown, and it can be given back', async () => {
  const { user, host } = renderApp('/servers?server=github&tab=permissions');
  const server = host.world.servers.find(({ snapshot }) => snapshot.id === ('github' as ServerId));
  if (server === undefined) throw new Error('there is no such server');
  server.detail.signedIn = { issuer: 'https://login.example.com', scopes: [], signedInAt: 0 };
  const about = within(await page());
  const access = within(await about.findByRole('region', { name: t('servers.signIn.access') }));
  expect(access.getByText('https://login.example.com')).toBeTruthy();
  await expectAccessible();
  await user.click(access.getByRole('button', { name: t('servers.signIn.signOut') }));
  await user.click(screen.getByRole('tab', { name: t('servers.tabs.overview') }));
  expect(await screen.findByRole('button', { name: t('servers.signIn.open') })).toBeTruthy();
});

/** Fills the sheet for a server that answers only those who have signed in, and tests it. */
async function testMembersServer() {
  const app = renderApp('/servers');
  await app.user.click(await screen.findByRole('button', { name: t('common.addServer') }));
  const dialog = within(await screen.findByRole('dialog', { name: t('common.addServer') }));
  await app.user.click(dialog.getByRole('textbox', { name: t('serverForm.paste.label') }));
  await app.user.paste('https://members.example.com/mcp');
  await dialog.findByRole('textbox', { name: t('common.url') });
  await app.user.click(dialog.getByRole('button', { name: t('serverForm.test.run') }));
  return {
    ...app,
    dialog,
    report: within(await dialog.findByRole('region', { name: t('serverForm.test.label') })),
  };
}

test('a test of a server that wants a sign-in has not failed', async () => {
  const { dialog, report } = await testMembersServer();
  expect(report.getByText(t('serverForm.test.needsSignIn'))).toBeTruthy();
  expect(report.getByText('https://members.example.com requires sign-in.')).toBeTruthy();
  expect(report.getByRole('img', { name: t('serverForm.test.step.needsSignIn') })).toBeTruthy();
  expect(
    [
      report.queryByText(t('serverForm.test.failed')),
      report.queryByText(t('serverForm.test.step.failed')),
      report.queryByRole('img', { name: t('serverForm.test.step.failed') }),
      dialog.queryByText(t('serverForm.webtool.none')),
      dialog.queryByRole('button', { name: t('serverForm.save.untested') }),
    ],
    'a wanted sign-in is no failure, so nothing here says that it is one',
  ).toEqual([null, null, null, null, null]);
  await expectAccessible();
});

test('saving a server that wants a sign-in leads on to it, by keyboard too', async () => {
  const { user, dialog, host } = await testMembersServer();
  dialog.getByRole('button', { name: t('serverForm.save.signIn') }).focus();
  await user.keyboard('{Enter}');
  const signIn = await screen.findByRole('dialog', {
    name: t('servers.signIn.title', { server: 'members.example.com' }),
  });
  expect(await within(signIn).findByText('read, write')).toBeTruthy();
  expect(
    host.calls.map(({ name }) => name).filter((name) => /^(server\.add|signIn\.)/.test(name)),
    'it is saved, then asked where to sign in; the browser is not opened before the person has looked',
  ).toEqual(['server.add', 'signIn.prepare']);
  await expectAccessible();
  await user.click(within(signIn).getByRole('button', { name: t('common.cancel') }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await screen.findByRole('button', { name: t('servers.signIn.open') })).toBeTruthy();
});

test('a server that works after all is not asked where to sign in', async () => {
  const { user, dialog, host } = await testMembersServer();
  host.on('server.add', () => host.call('server.addDemo', {}));
  await user.click(dialog.getByRole('button', { name: t('serverForm.save.signIn') }));
  await screen.findByRole('region', { name: t('servers.page.label', { server: 'Demo server' }) });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(host.calls.some(({ name }) => name === 'signIn.prepare')).toBe(false);
});

test('of several pasted servers, one that wants a sign-in is saved and the sheet stays for the others', async () => {
  const { user, dialog, host } = await testMembersServer();
  const report = await host.call('server.test', {
    testId: null,
    serverId: null,
    draft: {
      label: '',
      config: { kind: 'http', url: 'https://members.example.com/mcp', headers: [], inputs: [] },
      era: 'auto',
    },
  });
  host.on('server.test', () => report);
  await user.clear(dialog.getByRole('textbox', { name: t('serverForm.paste.label') }));
  await user.paste(JSON.stringify({ mcpServers: { one: { command: 'a' }, two: { command: 'b' } } }));
  await dialog.findByRole('button', { name: t('serverForm.paste.addAll', { count: 2 }) });
  await user.click(dialog.getByRole('button', { name: t('serverForm.test.run') }));
  expect(await dialog.findByText(t('serverForm.test.needsSignIn'))).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: t('common.save') }));
  await waitFor(() =>
    expect(dialog.queryByRole('button', { name: t('serverForm.paste.addAll', { count: 2 }) })).toBeNull(),
  );
  expect(
    dialog.getByLabelText<HTMLInputElement>(t('common.program')).value,
    'the other one is still there',
  ).toBe('b');
  expect(host.calls.some(({ name }) => name === 'signIn.prepare')).toBe(false);
});

test('a server that wants more permission says so on its overview', async () => {
  const { host } = renderApp('/servers?server=github');
  const server = host.world.servers.find(({ snapshot }) => snapshot.id === ('github' as ServerId));
  if (server === undefined) throw new Error('there is no such server');
  server.detail.wantsAccess = { kind: 'scope', scope: 'write' };
  const about = within(await page());
  expect(await about.findByRole('button', { name: t('servers.signIn.grant') })).toBeTruthy();
});

test('a test of a saved server that wants a sign-in leads on to it', async () => {
  const { user, host } = renderApp('/servers?server=github');
  await page();
  approval(host);
  const report = await createFakeHost().call('server.test', {
    testId: null,
    serverId: null,
    draft: {
      label: '',
      config: { kind: 'http', url: 'https://members.example.com/mcp', headers: [], inputs: [] },
      era: 'auto',
    },
  });
  host.on('server.test', () => report);
  await user.click(await screen.findByRole('tab', { name: t('servers.tabs.configuration') }));
  const edit = within(await screen.findByRole('region', { name: t('common.configuration') }));
  expect(edit.getByRole<HTMLButtonElement>('button', { name: t('common.save') }).disabled).toBe(true);
  await user.click(edit.getByRole('button', { name: t('serverForm.test.run') }));
  expect(await edit.findByText(t('serverForm.test.needsSignIn'))).toBeTruthy();
  expect(edit.queryByText(t('serverForm.test.failed'))).toBeNull();
  await user.click(edit.getByRole('button', { name: t('common.signIn') }));
  expect(
    await screen.findByRole('dialog', { name: t('servers.signIn.title', { server: 'GitHub' }) }),
  ).toBeTruthy();
  expect(
    host.calls.some(({ name }) => name === 'server.update'),
    'nothing was changed',
  ).toBe(false);
});

test('a running server that guards only calls offers the sign-in', async () => {
  const { user, host } = renderApp('/servers?server=github');
  const server = host.world.servers.find(({ snapshot }) => snapshot.id === ('github' as ServerId));
  if (server === undefined) throw new Error('there is no such server');
  server.detail.wantsAccess = { kind: 'signIn' };
  const about = within(await page());
  expect(await about.findByText(t('servers.signIn.wantsSignIn'))).toBeTruthy();
  await user.click(about.getByRole('button', { name: t('servers.signIn.open') }));
  expect(
    await screen.findByRole('dialog', { name: t('servers.signIn.title', { server: 'GitHub' }) }),
  ).toBeTruthy();
});
