import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

test('? shows every shortcut', async () => {
  const { user } = renderApp('/settings');
  await screen.findByRole('heading', { name: t('common.settings'), level: 1 });
  await user.keyboard('{Shift>}?{/Shift}');
  expect(await screen.findByRole('dialog', { name: t('palette.shortcuts.title') })).toBeTruthy();
  await expectAccessible();
});
