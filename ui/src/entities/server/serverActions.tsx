import { useNavigate, useRouterState } from '@tanstack/react-router';
import { call } from '../../api/client';
import type { ServerSnapshot } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import type { MenuEntry } from '../../kit/ContextMenu';
import { offerUndo } from '../../kit/undoToast';
import { copyText } from '../../lib/clipboard';
import { notify, notifyError } from '../../lib/notify';
import { pointWire, toggleWire } from '../../lib/panels';
import { t } from '../../words/translate';
import { useGroupActions } from './groupActions';

/** What can be done to a server, as lines of a menu: the same in its row and on its page. */
export function useServerActions(): (server: ServerSnapshot) => MenuEntry[] {
  const navigate = useNavigate();
  const setEnabled = useOperation('server.setEnabled', { onError: notifyError });
  const restart = useOperation('server.restart', { onError: notifyError });
  const refresh = useOperation('catalog.refresh', { onError: notifyError });
  const duplicate = useOperation('server.duplicate', {
    onSuccess: (copy) => notify(t('servers.page.duplicated', { server: copy.label })),
    onError: notifyError,
  });
  const remove = useRemoveServer();
  const groups = useGroupActions();
  return (server) => {
    const serverId = server.id;
    const on = server.state.kind !== 'disabled';
    const isBuiltIn = server.origin.kind === 'builtIn';
    return [
      {
        kind: 'action',
        label: t(on ? 'common.disable' : 'common.enable'),
        icon: 'power',
        onPick: () => setEnabled.mutate({ serverId, enabled: !on }),
      },
      {
        kind: 'action',
        label: t('common.restart'),
        icon: 'refresh',
        disabled: !on,
        onPick: () => restart.mutate({ serverId }),
      },
      {
        kind: 'action',
        label: t('common.refresh'),
        icon: 'live',
        disabled: server.state.kind !== 'running',
        onPick: () => refresh.mutate({ serverId }),
      },
      { kind: 'divider' },
      {
        kind: 'action',
        label: t('servers.menu.openConfiguration'),
        icon: 'settings',
        onPick: () => void navigate({ to: '/servers', search: { server: serverId, tab: 'configuration' } }),
      },
      {
        kind: 'action',
        label: t('servers.menu.copyJson'),
        icon: 'copy',
        disabled: isBuiltIn,
        onPick: () => void copyMcpServers(server),
      },
      {
        kind: 'action',
        label: t('servers.page.duplicate'),
        icon: 'duplicate',
        disabled: isBuiltIn,
        onPick: () => duplicate.mutate({ serverId }),
      },
      {
        kind: 'action',
        label: t('common.protocolLog'),
        icon: 'activity',
        onPick: () => {
          pointWire({ serverId });
          toggleWire(true);
        },
      },
      { kind: 'divider' },
      ...groups(server),
      { kind: 'divider' },
      {
        kind: 'action',
        label: t('common.remove'),
        icon: 'trash',
        tone: 'danger',
        onPick: () => remove(server),
      },
    ];
  };
}

/** Copies a server's configuration in the format of other clients, without secrets. */
export async function copyMcpServers({ id, label }: ServerSnapshot): Promise<void> {
  try {
    const text = call('serverConfig.get', { serverId: id }).then((config) => config.text);
    const copied = await copyText(text);
    await text;
    notify(copied ? t('servers.menu.copiedJson', { server: label }) : t('common.copyFailed'));
  } catch (cause) {
    notifyError(cause);
  }
}

/** Removes a server at once. For ten seconds it comes back as it was, secrets too. */
function useRemoveServer(): (server: ServerSnapshot) => void {
  const navigate = useNavigate();
  const onServers = useRouterState({ select: ({ location }) => location.pathname === '/servers' });
  const show = (search: { server?: ServerSnapshot['id'] }) => {
    if (onServers) void navigate({ to: '/servers', search });
  };
  const remove = useOperation('server.remove', {
    onSuccess: ({ serverId, label, undoUntilAt }) => {
      show({});
      offerUndo({
        id: `removed-${serverId}`,
        message: t('servers.remove.removed', { server: label }),
        untilAt: undoUntilAt,
        undo: () => {
          call('server.restore', { serverId }).then(() => show({ server: serverId }), notifyError);
        },
      });
    },
    onError: notifyError,
  });
  return ({ id }) => remove.mutate({ serverId: id });
}
