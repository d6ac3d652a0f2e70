import type { Key } from '../words/translate';

interface Listed {
  id: string;
  label: Key;
  /** The title of its section. */
  section: Key;
}

/** Every setting by its label, in the order of the screen. Its element there has the identifier `set-<id>`. */
export const SETTINGS = [
  { id: 'theme', label: 'settings.appearance.theme', section: 'settings.appearance.title' },
  { id: 'zoom', label: 'common.zoom', section: 'settings.appearance.title' },
  { id: 'singleKeys', label: 'settings.appearance.singleKeys', section: 'settings.appearance.title' },
  { id: 'language', label: 'settings.appearance.language', section: 'settings.appearance.title' },
  { id: 'notify', label: 'settings.background.notify', section: 'settings.background.title' },
  { id: 'tray', label: 'settings.background.tray', section: 'settings.background.title' },
  { id: 'timeout', label: 'settings.calls.timeout', section: 'settings.calls.title' },
  { id: 'logMessages', label: 'settings.calls.logMessages', section: 'settings.calls.title' },
  { id: 'logSize', label: 'settings.calls.logSize', section: 'settings.calls.title' },
  { id: 'history', label: 'common.callHistory', section: 'settings.calls.title' },
  { id: 'models', label: 'settings.models.title', section: 'common.settings' },
  { id: 'roots', label: 'common.roots', section: 'common.settings' },
  { id: 'secrets', label: 'settings.secrets.title', section: 'common.settings' },
  { id: 'setup', label: 'settings.setup.title', section: 'common.settings' },
  { id: 'about', label: 'settings.about.title', section: 'common.settings' },
  { id: 'notices', label: 'settings.about.notices', section: 'settings.about.title' },
] as const satisfies readonly Listed[];

export type SettingId = (typeof SETTINGS)[number]['id'];
