import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

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
  expect(dialog.getByText(/The document of version 1.0.0 was changed/)).toBeTruthy();
  await expectAccessible();
  await user.click(dialog.getByRole('button', { name: 'Import 1 entry' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(host.calls.find(({ name }) => name === 'setup.import')?.params).toEqual({
    text: '{}',
    picks: [{ index: 0, allowing: false }],
  });
});

test('what comes along is told, and what lets calls through is taken only if that is chosen', async () => {
  const { user, host, dialog } = await open('{}');
  const allow = await dialog.findByRole<HTMLInputElement>('checkbox', {
    name: 'Also take what lets calls of Notes through without asking',
  });
  expect(allow.checked, 'it is never chosen beforehand').toBe(false);
  expect(
    dialog.getByText(
      '1 server · 2 webtools · 11 reviewed definitions · 2 policies that ask or forbid · 1 policy that allows',
    ),
  ).toBeTruthy();
  const lines = (name: string) =>
    within(dialog.getByRole('list', { name }))
      .getAllByRole('listitem')
      .map((line) => line.textContent);
  expect(lines('2 policies that ask or forbid:')).toEqual([
    `delete_note: ${t('policies.decision.never')}`,
    `${t('policies.scope.changes')}: ${t('policies.decision.ask')}`,
  ]);
  expect(lines('Without asking')[1]).toBe('What it says about its tools is trusted');
  expect(lines('Without asking')[0]).toMatch(
    new RegExp(`^list_notes: ${t('policies.decision.until', { time: '' })}`, 'u'),
  );
  expect(dialog.getByText(/^The review of add_note is left out/)).toBeTruthy();
  await user.click(allow);
  await user.click(dialog.getByRole('button', { name: 'Import 1 entry' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(host.calls.find(({ name }) => name === 'setup.import')?.params).toEqual({
    text: '{}',
    picks: [{ index: 0, allowing: true }],
  });
});

test('a file that is something else is named so', async () => {
  const { dialog } = await open('nonsense');
  expect((await dialog.findByRole('alert')).textContent).toContain('This is no setup file');
});
