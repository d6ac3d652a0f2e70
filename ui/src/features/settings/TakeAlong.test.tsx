import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible, renderApp } from '../../test/render';

async function open(text: string) {
  const app = renderApp('/settings');
  const section = await screen.findByRole('region', { name: 'Setup file' });
  const input = section.querySelector<HTMLInputElement>('input[type="file"]');
  if (input === null) throw new Error('a file can be chosen');
  await app.user.upload(input, new File([text], 'usher-setup.json', { type: 'application/json' }));
  return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Import a setup file' })) };
}

test('everything is exported to a file whose place is told', async () => {
  const { user } = renderApp('/settings');
  const section = within(await screen.findByRole('region', { name: 'Setup file' }));
  await user.click(section.getByRole('button', { name: 'Export' }));
  expect((await section.findByRole('status')).textContent).toContain('usher-setup-1.json');
});

test('of a setup file the person chooses what is added; what was tampered with cannot be', async () => {
  const { user, host, dialog } = await open('{}');
  const box = async (name: string) => dialog.findByRole<HTMLInputElement>('checkbox', { name });
  expect((await box('Notes')).checked).toBe(true);
  expect((await box('Weather webtool')).checked, 'what is known is not chosen').toBe(false);
  expect((await box('Rates')).disabled).toBe(true);
  expect(dialog.getByText(/does not have the digest/)).toBeTruthy();
  await expectAccessible();
  await user.click(dialog.getByRole('button', { name: 'Import 1 entry' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(host.calls.find(({ name }) => name === 'setup.import')?.params).toEqual({ text: '{}', picks: [0] });
});

test('a file that is something else is named so', async () => {
  const { dialog } = await open('nonsense');
  expect((await dialog.findByRole('alert')).textContent).toContain('This is no setup file');
});
