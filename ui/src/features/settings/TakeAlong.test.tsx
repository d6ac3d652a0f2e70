import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

async function open(text: string) {
  const app = renderApp('/settings');
  const section = await screen.findByRole('region', { name: t('settings.setup.title') });
  const input = section.querySelector<HTMLInputElement>('input[type="file"]');
  if (input === null) throw new Error('a file can be chosen');
  await app.user.upload(input, new File([text], 'usher-setup.json', { type: 'application/json' }));
  return { ...app, dialog: within(await screen.findByRole('dialog', { name: t('settings.setup.dialog') })) };
}

test('everything is exported to a file whose place is told', async () => {
  const { user } = renderApp('/settings');
  const section = within(await screen.findByRole('region', { name: t('settings.setup.title') }));
  await user.click(section.getByRole('button', { name: t('common.export') }));
  expect((await section.findByRole('note')).textContent).toContain('usher-setup-1.json');
});

test('of a setup file the person chooses what is added; what was tampered with cannot be', async () => {
  const { user, host, dialog } = await open('{}');
  const box = async (name: string) => dialog.findByRole<HTMLInputElement>('checkbox', { name });
  expect((await box('Notes')).checked).toBe(true);
  expect((await box('Weather webtool')).checked, 'what is known is not chosen').toBe(false);
  expect((await box('Rates')).disabled).toBe(true);
  expect(dialog.getByText(/The document of version 1.0.0 was changed/)).toBeTruthy();
  await expectAccessible();
  await user.click(dialog.getByRole('button', { name: t('settings.setup.confirm', { count: 1 }) }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(host.calls.find(({ name }) => name === 'setup.import')?.params).toEqual({
    text: '{}',
    picks: [{ index: 0, allowing: false }],
  });
});

test('what comes along is told, and what lets calls through is taken only if that is chosen', async () => {
  const { user, host, dialog } = await open('{}');
  const allow = await dialog.findByRole<HTMLInputElement>('checkbox', {
    name: t('settings.setupEntry.alsoAllow', { server: 'Notes' }),
  });
  expect(allow.checked, 'it is never chosen beforehand').toBe(false);
  expect(
    dialog.getByText(
      [
        t('common.count.servers', { count: 1 }),
        t('settings.setup.webtools', { count: 2 }),
        t('settings.setup.definitions', { count: 11 }),
        t('settings.setup.restricting', { count: 2 }),
        t('settings.setup.allowing', { count: 1 }),
      ].join(' · '),
    ),
  ).toBeTruthy();
  const lines = (name: string) =>
    within(dialog.getByRole('list', { name }))
      .getAllByRole('listitem')
      .map((line) => line.textContent);
  expect(lines(t('settings.setup.restricting', { count: 2 }))).toEqual([
    `delete_note: ${t('policies.decision.never')}`,
    `${t('policies.scope.changes')}: ${t('policies.decision.ask')}`,
  ]);
  expect(lines(t('settings.setupEntry.allowing'))[1]).toBe(t('settings.setupEntry.trusted'));
  expect(lines(t('settings.setupEntry.allowing'))[0]).toMatch(
    new RegExp(`^list_notes: ${t('policies.decision.until', { time: '' })}`, 'u'),
  );
  expect(dialog.getByText(t('core.setupFile.review.digest', { item: 'add_note' }))).toBeTruthy();
  await user.click(allow);
  await user.click(dialog.getByRole('button', { name: t('settings.setup.confirm', { count: 1 }) }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(host.calls.find(({ name }) => name === 'setup.import')?.params).toEqual({
    text: '{}',
    picks: [{ index: 0, allowing: true }],
  });
});

test('a file that is something else is named so', async () => {
  const { dialog } = await open('nonsense');
  expect((await dialog.findByRole('alert')).textContent).toContain(t('core.setupFile.noSetup'));
});
