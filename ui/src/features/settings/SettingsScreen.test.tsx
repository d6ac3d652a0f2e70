import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

test('a setting is saved when it is changed, and the theme is applied', async () => {
  const { user, host } = renderApp('/settings');
  await user.click(await screen.findByRole('radio', { name: t('settings.appearance.dark') }));
  await waitFor(() => expect(host.world.settings.theme).toBe('dark'));
  expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark');
  const limit = screen.getByRole('textbox', { name: t('settings.calls.timeout') });
  await user.clear(limit);
  await user.type(limit, '45{Enter}');
  await waitFor(() => expect(host.world.settings.requestTimeoutMs).toBe(45_000));
  await user.click(screen.getByRole('switch', { name: t('settings.background.tray') }));
  await waitFor(() => expect(host.world.settings.stayInTray).toBe(true));
  expect(screen.getByText('/home/ada/.local/share/usher')).toBeTruthy();
  await expectAccessible();
});
