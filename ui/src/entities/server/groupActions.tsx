import type { ServerId, ServerSnapshot } from '../../api/generated/contract';
import { useOperation, useServers } from '../../api/queries';
import type { MenuEntry } from '../../kit/ContextMenu';
import { notifyError } from '../../lib/notify';
import { groupNames, stepped } from '../../lib/serverGroups';
import { createStore } from '../../lib/store';
import { t } from '../../words/translate';

/** The server that gets a new group, while its name is asked for. */
export const newGroupFor = createStore<ServerSnapshot | null>(null);

/** Moves a server among those of its group. */
export function useStep(): (id: ServerId, by: -1 | 1) => void {
  const servers = useServers().data ?? [];
  const arrange = useOperation('server.arrange', { onError: notifyError });
  return (id, by) => {
    const places = stepped(servers, id, by);
    if (places !== null) arrange.mutate({ servers: places });
  };
}

/** Where a server is listed, as lines of a menu. */
export function useGroupActions(): (server: ServerSnapshot) => MenuEntry[] {
  const servers = useServers().data ?? [];
  const step = useStep();
  const setGroup = useOperation('server.setGroup', { onError: notifyError });
  return (server) => {
    const move = (label: string, keys: string, by: -1 | 1): MenuEntry => ({
      kind: 'action',
      label,
      keys,
      icon: by < 0 ? 'up' : 'down',
      disabled: stepped(servers, server.id, by) === null,
      onPick: () => step(server.id, by),
    });
    const into = (label: string, group: string | null): MenuEntry => ({
      kind: 'action',
      label,
      disabled: server.group === group,
      onPick: () => setGroup.mutate({ serverIds: [server.id], group }),
    });
    return [
      move(t('servers.menu.moveUp'), 'Alt+↑', -1),
      move(t('servers.menu.moveDown'), 'Alt+↓', 1),
      {
        kind: 'submenu',
        label: t('servers.menu.moveTo'),
        icon: 'folder',
        entries: [
          ...groupNames(servers).map((name) => into(name, name)),
          into(t('servers.menu.noGroup'), null),
          { kind: 'divider' },
          {
            kind: 'action',
            label: t('servers.menu.newGroup'),
            icon: 'plus',
            onPick: () => newGroupFor.set(server),
          },
        ],
      },
    ];
  };
}
