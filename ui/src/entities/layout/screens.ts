import type { IconName } from '../../kit/iconPaths';
import type { Key } from '../../words/translate';

/** The screens in the rail's order; Ctrl or Cmd with 1 to 8 goes to them. */
export const SCREENS = [
  { to: '/servers', label: 'common.servers', icon: 'server' },
  { to: '/tools', label: 'common.tools', icon: 'tool' },
  { to: '/resources', label: 'common.resources', icon: 'resource' },
  { to: '/prompts', label: 'common.prompts', icon: 'prompt' },
  { to: '/approvals', label: 'common.approvals', icon: 'approval' },
  { to: '/activity', label: 'app.nav.activity', icon: 'activity' },
  { to: '/clients', label: 'clients.title', icon: 'terminal' },
  { to: '/settings', label: 'common.settings', icon: 'settings' },
] as const satisfies readonly { to: string; label: Key; icon: IconName }[];
