import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { expectAccessible, renderApp } from '../../test/render';
import { applyLanguage } from '../../words/languages';
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

test('a language is applied at once, to every text', async () => {
  onTestFinished(async () => applyLanguage('en'));
  const { user, host } = renderApp('/settings');
  const choice = within(await screen.findByRole('radiogroup', { name: t('settings.appearance.language') }));
  expect(choice.getAllByRole('radio').map((each) => each.getAttribute('value'))).toEqual([
    'system',
    'en',
    'de',
  ]);
  await user.click(choice.getByRole('radio', { name: t('app.language.de') }));
  expect(await screen.findByRole('heading', { name: 'Einstellungen', level: 1 })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Freigaben' })).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'Größe des Protokoll-Logs' })).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'Nachrichten im Protokoll-Log' })).toHaveProperty(
    'value',
    '100.000',
  );
  expect(host.world.settings.language).toBe('de');
  await expectAccessible();
});
