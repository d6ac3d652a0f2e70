import type { ServerId, ServerPlace, ServerSnapshot } from '../../api/generated/contract';
import { useOperation, useServers } from '../../api/queries';
import type { MenuEntry } from '../../kit/ContextMenu';
import { notifyError } from '../../lib/notify';
import { groupNames, groupStepped, stepped } from '../../lib/serverGroups';
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

/** Moves a group among the groups. */
export function useGroupStep(): (group: string, by: -1 | 1) => void {
  const servers = useServers().data ?? [];
  const arrange = useOperation('server.arrange', { onError: notifyError });
  return (group, by) => {
    const places = groupStepped(servers, group, by);
    if (places !== null) arrange.mutate({ servers: places });
  };
}

const moveLine = (by: -1 | 1, places: ServerPlace[] | null, onPick: () => void): MenuEntry => ({
  kind: 'action',
  label: t(by < 0 ? 'servers.menu.moveUp' : 'servers.menu.moveDown'),
  keys: by < 0 ? 'Alt+↑' : 'Alt+↓',
  icon: by < 0 ? 'up' : 'down',
  disabled: places === null,
  onPick,
});

/** Where a group is listed, as lines of a menu. */
export function useGroupMoves(): (group: string) => MenuEntry[] {
  const servers = useServers().data ?? [];
  const step = useGroupStep();
  return (group) =>
    ([-1, 1] as const).map((by) => moveLine(by, groupStepped(servers, group, by), () => step(group, by)));
}

/** Where a server is listed, as lines of a menu. */
export function useGroupActions(): (server: ServerSnapshot) => MenuEntry[] {
  const servers = useServers().data ?? [];
  const step = useStep();
  const setGroup = useOperation('server.setGroup', { onError: notifyError });
  return (server) => {
    const move = (by: -1 | 1): MenuEntry =>
      moveLine(by, stepped(servers, server.id, by), () => step(server.id, by));
    const into = (label: string, group: string | null): MenuEntry => ({
      kind: 'action',
      label,
      disabled: server.group === group,
      onPick: () => setGroup.mutate({ serverIds: [server.id], group }),
    });
    return [
      move(-1),
      move(1),
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
