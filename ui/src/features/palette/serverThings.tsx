import { call } from '../../api/client';
import type { ServerSnapshot, WebtoolSnapshot } from '../../api/generated/contract';
import { ServerIcon } from '../../entities/server/ServerIcon';
import { WebtoolIcon } from '../../entities/webtool/WebtoolMark';
import type { IconName } from '../../kit/iconPaths';
import { originText } from '../../lib/format';
import { notifyError } from '../../lib/notify';
import { pointWire, toggleWire } from '../../lib/panels';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { CommandIcon } from './CommandIcon';
import type { Navigate, Thing } from './thing';

/** A server, and what can be done to it. */
export function ofServer(server: ServerSnapshot, navigate: Navigate): Thing[] {
  const { id, label, state } = server;
  const named = { server: visibleString(label) };
  const page: Thing = {
    id: `server ${id}`,
    kind: 'server',
    title: label,
    detail: visibleString(originText(server.origin)),
    more: '',
    icon: () => <ServerIcon icon={server.icon} />,
    run: () => void navigate({ to: '/servers', search: { server: id } }),
  };
  const enabled = state.kind !== 'disabled';
  return [
    page,
    ...(enabled
      ? [
          action(`restart ${id}`, t('common.restartOf', named), 'refresh', () => {
            call('server.restart', { serverId: id }).catch(notifyError);
          }),
          action(`disable ${id}`, t('common.disableOf', named), 'power', () => {
            call('server.setEnabled', { serverId: id, enabled: false }).catch(notifyError);
          }),
        ]
      : // Enabling may need a review, so it leads to the server's page.
        [action(`enable ${id}`, t('common.enableOf', named), 'power', page.run)]),
    action(`log ${id}`, t('palette.action.log', named), 'activity', () => {
      pointWire({ serverId: id });
      toggleWire(true);
    }),
    action(`configure ${id}`, t('palette.action.configure', named), 'settings', () => {
      void navigate({ to: '/servers', search: { server: id, tab: 'configuration' } });
    }),
  ];
}

/** A webtool, and what can be done to it. */
export function ofWebtool({ id, label, base, state }: WebtoolSnapshot, navigate: Navigate): Thing[] {
  const named = { server: visibleString(label) };
  const on = state.kind !== 'off';
  return [
    {
      id: `server ${id}`,
      kind: 'server',
      title: label,
      detail: visibleString(base),
      more: '',
      icon: () => <WebtoolIcon />,
      run: () => void navigate({ to: '/servers', search: { server: id } }),
    },
    action(`enable ${id}`, t(on ? 'common.disableOf' : 'common.enableOf', named), 'power', () => {
      call('webtool.setEnabled', { webtoolId: id, enabled: !on }).catch(notifyError);
    }),
    action(`configure ${id}`, t('palette.action.configure', named), 'settings', () => {
      void navigate({ to: '/servers', search: { server: id, tab: 'configuration' } });
    }),
  ];
}

/** A thing that is done at once. */
export const action = (id: string, title: string, icon: IconName, run: () => void): Thing => ({
  id,
  kind: 'action',
  title,
  detail: '',
  more: '',
  icon: () => <CommandIcon name={icon} />,
  run,
});
