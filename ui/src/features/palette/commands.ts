import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useOperation, useServers, useSettings } from '../../api/queries';
import type { IconName } from '../../kit/iconPaths';
import { notifyError } from '../../lib/notify';
import { sheet, shortcutsOpen, toggleWire } from '../../lib/panels';
import { modKey } from '../../lib/platform';
import { placeOf } from '../../entities/layout/places';
import { SCREENS } from '../../entities/layout/screens';
import { t } from '../../words/translate';

interface Command {
  title: string;
  icon: IconName;
  /** Its keys, as they stand on the keyboard. */
  keys: string;
  run: () => void;
}

/** What can be done from anywhere. */
export function useCommands(): Command[] {
  const navigate = useNavigate();
  const { data: servers = [] } = useServers();
  const { data: settings } = useSettings();
  const addDemo = useOperation('server.addDemo', {
    onSuccess: (server) => navigate({ to: '/tools', search: { filter: server.id } }),
    onError: notifyError,
  });
  const setSettings = useOperation('setting.set', { onError: notifyError });
  const { mutate: startDemo } = addDemo;
  const { mutate: save } = setSettings;
  const hasDemo = servers.some((server) => server.origin.kind === 'builtIn');
  // The same list as long as nothing in it changes: it is part of what is indexed for the search.
  return useMemo(() => {
    const theme = (to: 'light' | 'dark' | 'system') => {
      if (settings !== undefined) save({ ...settings, theme: to });
    };
    return [
      {
        title: t('common.addServer'),
        icon: 'plus',
        keys: `${modKey} N`,
        run: () => sheet.set({ kind: 'add', paste: '' }),
      },
      {
        title: t('palette.command.import'),
        icon: 'import',
        keys: '',
        run: () => sheet.set({ kind: 'import', apps: null }),
      },
      {
        title: t('common.connectAgent'),
        icon: 'terminal',
        keys: '',
        run: () => void navigate({ to: '/clients/agents' }),
      },
      ...(hasDemo
        ? []
        : [
            {
              title: t('common.startDemoServer'),
              icon: 'run' as const,
              keys: '',
              run: () => startDemo({}),
            },
          ]),
      {
        title: t('palette.command.protocolLog'),
        icon: 'activity',
        keys: `${modKey} J`,
        run: () => toggleWire(),
      },
      { title: t('palette.command.lightTheme'), icon: 'eye', keys: '', run: () => theme('light') },
      { title: t('palette.command.darkTheme'), icon: 'eye', keys: '', run: () => theme('dark') },
      { title: t('palette.command.systemTheme'), icon: 'eye', keys: '', run: () => theme('system') },
      {
        title: t('palette.shortcuts.title'),
        icon: 'keyboard',
        keys: '?',
        run: () => shortcutsOpen.set(true),
      },
      ...SCREENS.slice(0, -1).map(({ to, label, icon }, index): Command => ({
        title: t('palette.command.open', { screen: t(label) }),
        icon,
        keys: `${modKey} ${index + 1}`,
        run: () => void navigate({ to, search: placeOf(to) }),
      })),
      {
        title: t('common.settings'),
        icon: 'settings',
        keys: `${modKey} ,`,
        run: () => void navigate({ to: '/settings' }),
      },
    ];
  }, [hasDemo, settings, save, startDemo, navigate]);
}
