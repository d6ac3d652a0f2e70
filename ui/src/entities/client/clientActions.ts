import { useNavigate, useRouterState } from '@tanstack/react-router';
import { call, toApiError } from '../../api/client';
import type { ClientDecision, ClientId, ClientSnapshot, RemovedClient } from '../../api/generated/contract';
import { recordOwner } from '../../api/clients';
import { useOperation } from '../../api/queries';
import { clientEntryId } from '../../api/waiting';
import type { MenuEntry } from '../../kit/ContextMenu';
import { offerUndo, UNDO_MS } from '../../kit/undoToast';
import { notifyError } from '../../lib/notify';
import { createStore } from '../../lib/store';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';

/** The client whose new name is asked for. */
export const renamedClient = createStore<ClientSnapshot | null>(null);

/** What can be done to a client, as lines of a menu: the same in its row and on its page. */
export function useClientActions(): (client: ClientSnapshot) => MenuEntry[] {
  const navigate = useNavigate();
  const decide = useOperation('client.decide', { onError: notifyError });
  const remove = useRemoveClient();
  return (client) => {
    const clientId = client.id;
    const filter = recordOwner(clientId);
    return [
      ...decisions(
        client,
        (decision) => decide.mutate({ clientId, decision }),
        () => void navigate({ to: '/approvals', search: { item: clientEntryId(clientId) } }),
      ),
      { kind: 'divider' },
      {
        kind: 'action',
        label: t('common.callHistory'),
        icon: 'activity',
        onPick: () => void navigate({ to: '/activity', search: { filter } }),
      },
      {
        kind: 'action',
        label: t('common.decisionHistory'),
        icon: 'approval',
        onPick: () => void navigate({ to: '/activity', search: { view: 'approvals', filter } }),
      },
      { kind: 'divider' },
      {
        kind: 'action',
        label: t('clients.rename'),
        icon: 'edit',
        onPick: () => renamedClient.set(client),
      },
      {
        kind: 'action',
        label: t('clients.forget'),
        icon: 'trash',
        tone: 'danger',
        onPick: () => remove(client),
      },
    ];
  };
}

/** What can be decided about a client in its state. */
function decisions(
  { status, profile }: ClientSnapshot,
  decide: (decision: ClientDecision) => void,
  review: () => void,
): MenuEntry[] {
  const block: MenuEntry = {
    kind: 'action',
    label: t('common.blockClient'),
    icon: 'stop',
    onPick: () => decide({ kind: 'refuse' }),
  };
  const allow = (label: string): MenuEntry => ({
    kind: 'action',
    label,
    icon: 'run',
    onPick: () => decide({ kind: 'allow', profile }),
  });
  switch (status) {
    case 'waiting':
      return [{ kind: 'action', label: t('common.review'), icon: 'approval', onPick: review }, block];
    case 'allowed':
      return [
        { kind: 'action', label: t('clients.pause'), icon: 'pause', onPick: () => decide({ kind: 'pause' }) },
        block,
      ];
    case 'paused':
      return [allow(t('clients.resume')), block];
    case 'refused':
      return [allow(t('common.allowClient'))];
  }
}

/** Removes a client at once, with its permissions. For ten seconds it comes back as it was. */
function useRemoveClient(): (client: ClientSnapshot) => void {
  const navigate = useNavigate();
  const onClients = useRouterState({ select: ({ location }) => location.pathname === '/clients' });
  const show = (search: { item?: ClientId }) => {
    if (onClients) void navigate({ to: '/clients', search });
  };
  const removed = ({ clientId, name, permissions, undoUntilAt }: RemovedClient) => {
    show({});
    offerUndo({
      id: `removed-${clientId}`,
      message: t('clients.removed', { client: visibleString(name), count: permissions }),
      untilAt: undoUntilAt,
      undo: () => {
        call('client.restore', { clientId }).then(({ id }) => show({ item: id }), notifyError);
      },
    });
  };
  const remove = useOperation('client.forget', { onSuccess: removed });
  return ({ id, name }) =>
    remove.mutate(
      { clientId: id },
      {
        onError: (error) => {
          notifyError(error);
          // It is removed all the same, and can be brought back.
          if (toApiError(error).code === 'storeUnwritable')
            removed({ clientId: id, name, permissions: 0, undoUntilAt: Date.now() + UNDO_MS });
        },
      },
    );
}
