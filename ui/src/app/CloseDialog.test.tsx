import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible, renderApp } from '../test/render';
import { t } from '../words/translate';

async function asked(questions: number) {
  const app = renderApp('/servers');
  await screen.findByRole('option', { name: /GitHub/ });
  app.host.emit({ kind: 'closeRequested', questions });
  const dialog = within(await screen.findByRole('dialog', { name: t('app.close.title') }));
  return { ...app, dialog };
}

test('closing with questions open says what becomes of them, and closes when the person says so', async () => {
  const { dialog, user, host } = await asked(2);
  expect(dialog.getByText(t('app.close.pending', { count: 2 }))).toBeTruthy();
  await expectAccessible();
  await user.click(dialog.getByRole('button', { name: t('app.close.confirm') }));
  expect(host.calls.some(({ name }) => name === 'app.close')).toBe(true);
});

test('Usher stays open by Escape, and the question is one click away', async () => {
  const { dialog, user, host } = await asked(1);
  expect(dialog.getByText(t('app.close.pending', { count: 1 }))).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog', { name: t('app.close.title') })).toBeNull();
  host.emit({ kind: 'closeRequested', questions: 1 });
  await user.click(await screen.findByRole('button', { name: t('app.close.show', { count: 1 }) }));
  expect(await screen.findByRole('main')).toBeTruthy();
  expect(host.calls.some(({ name }) => name === 'app.close')).toBe(false);
});
