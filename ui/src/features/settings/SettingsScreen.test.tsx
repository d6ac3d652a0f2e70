import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible, renderApp } from '../../test/render';

test('a setting is saved when it is changed, and the theme is applied', async () => {
  const { user, host } = renderApp('/settings');
  await user.click(await screen.findByRole('radio', { name: 'Dark' }));
  await waitFor(() => expect(host.world.settings.theme).toBe('dark'));
  expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark');
  const limit = screen.getByRole('textbox', { name: 'Time limit of a request' });
  await user.clear(limit);
  await user.type(limit, '45{Enter}');
  await waitFor(() => expect(host.world.settings.requestTimeoutMs).toBe(45_000));
  await user.click(screen.getByRole('switch', { name: 'Go on in the tray when the window is closed' }));
  await waitFor(() => expect(host.world.settings.stayInTray).toBe(true));
  expect(screen.getByText('/home/ada/.local/share/usher')).toBeTruthy();
  await expectAccessible();
});
