import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createFakeHost } from '../../host/fake';
import type { FakeHost } from '../../host/fake';
import type { ServerId } from '../../api/generated/contract';
import { expectAccessible, renderApp } from '../../test/render';

const page = () => screen.findByRole('region', { name: 'About GitHub' });

/** What the page wanted opened. */
const opened = (host: FakeHost) => host.calls.find(({ name }) => name === 'signIn.open')?.params;

/** GitHub asks for a sign-in. */
function approval(host: FakeHost): void {
  const server = host.world.servers.find(({ snapshot }) => snapshot.id === ('github' as ServerId));
  if (server === undefined) throw new Error('there is no such server');
  server.snapshot.state = { kind: 'needsSignIn', reason: 'It wants you to sign in.' };
  server.snapshot.need = 'signIn';
  host.emit({ kind: 'serverChanged', server: structuredClone(server.snapshot) });
}

test('a person looks at where to sign in, goes there, and can stop waiting', async () => {
  const { user, host } = renderApp('/servers?server=github');
  await page();
  approval(host);
  const about = within(await page());
  await user.click(await about.findByRole('button', { name: 'Sign in…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sign in to GitHub' });
  expect(await within(dialog).findByText('read, write')).toBeTruthy();
  expect(dialog.querySelector('.whole-address b')?.textContent).toBe('login.example.com');
  expect(host.calls.some(({ name }) => name === 'signIn.open')).toBe(false);
  await expectAccessible();
  await user.click(within(dialog).getByRole('button', { name: 'Sign in in the browser' }));
  expect(opened(host)).toEqual({ serverId: 'github', client: null });
  expect((await about.findByText('Waiting for the browser…')).closest('[role=status]')).toBeTruthy();
  await expectAccessible();
  await user.click(about.getByRole('button', { name: 'Cancel' }));
  expect(await about.findByRole('button', { name: 'Sign in…' })).toBeTruthy();
});

test('an authorization server that knows its apps wants a client ID', async () => {
  const { user, host } = renderApp('/servers?server=github');
  const plan = await createFakeHost().call('signIn.prepare', { serverId: 'github' as ServerId });
  host.on('signIn.prepare', () => ({ ...plan, needsClient: true, tokenHost: 'token.example.net' }));
  await page();
  approval(host);
  await user.click(await screen.findByRole('button', { name: 'Sign in…' }));
  const dialog = within(await screen.findByRole('dialog'));
  const go = await dialog.findByRole('button', { name: 'Sign in in the browser' });
  expect((go as HTMLButtonElement).disabled).toBe(true);
  expect(dialog.getByText(/token\.example\.net/)).toBeTruthy();
  await expectAccessible();
  await user.type(dialog.getByRole('textbox', { name: /Client ID/ }), 'usher');
  await user.click(go);
  expect(opened(host)).toEqual({ serverId: 'github', client: { id: 'usher', secret: null } });
});

test('who gave the access is shown, and it can be given back', async () => {
  const { user, host } = renderApp('/servers?server=github');
  const server = host.world.servers.find(({ snapshot }) => snapshot.id === ('github' as ServerId));
  if (server === undefined) throw new Error('there is no such server');
  server.detail.signedIn = { issuer: 'https://login.example.com', scopes: [], signedInAt: 0 };
  server.detail.wantsScope = 'write';
  const about = within(await page());
  const access = within(await about.findByRole('region', { name: 'Sign-in' }));
  expect(access.getByText('https://login.example.com')).toBeTruthy();
  expect(about.getByRole('button', { name: 'Sign in for more…' })).toBeTruthy();
  await expectAccessible();
  await user.click(access.getByRole('button', { name: 'Sign out' }));
  expect(await about.findByRole('button', { name: 'Sign in…' })).toBeTruthy();
});
