import { useNavigate } from '@tanstack/react-router';
import type { ClientDecision, ClientSnapshot } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { clientEntryId } from '../../api/waiting';
import type { ContextMenuContent, MenuEntry } from '../../kit/ContextMenu';
import { notifyError } from '../../lib/notify';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';

interface ClientActions {
  isPending: boolean;
  decide: (client: ClientSnapshot, decision: ClientDecision) => void;
  forget: (client: ClientSnapshot) => void;
}

/** What the person does about clients. */
export function useClientActions(): ClientActions {
  const decide = useOperation('client.decide', { onError: notifyError });
  const forget = useOperation('client.forget', { onError: notifyError });
  return {
    isPending: decide.isPending || forget.isPending,
    decide: ({ id }, decision) => decide.mutate({ clientId: id, decision }),
    forget: ({ id }) => forget.mutate({ clientId: id }),
  };
}

/** The entries of the menu of a client. */
export function clientEntries(client: ClientSnapshot, { decide, forget }: ClientActions): MenuEntry[] {
  const { status, profile } = client;
  const allow: MenuEntry = {
    kind: 'action',
    icon: 'shieldCheck',
    label: t(status === 'paused' ? 'clients.resume' : 'clients.allow'),
    onPick: () => decide(client, { kind: 'allow', profile }),
  };
  const pause: MenuEntry = {
    kind: 'action',
    icon: 'pause',
    label: t('clients.pause'),
    onPick: () => decide(client, { kind: 'pause' }),
  };
  const block: MenuEntry = {
    kind: 'action',
    icon: 'stop',
    label: t('clients.block'),
    onPick: () => decide(client, { kind: 'refuse' }),
  };
  return [
    ...(status === 'allowed' ? [pause] : [allow]),
    ...(status === 'refused' ? [] : [block]),
    { kind: 'divider' },
    {
      kind: 'action',
      icon: 'trash',
      tone: 'danger',
      label: t('clients.forget'),
      onPick: () => forget(client),
    },
  ];
}

/** Makes the context menu of a client's row. */
export function useClientMenu(): (client: ClientSnapshot) => ContextMenuContent {
  const actions = useClientActions();
  const navigate = useNavigate();
  return (client) => ({
    label: visibleString(client.name),
    entries: [
      ...(client.status === 'waiting'
        ? [
            {
              kind: 'action' as const,
              icon: 'approval' as const,
              label: t('common.review'),
              onPick: () => void navigate({ to: '/approvals', search: { item: clientEntryId(client.id) } }),
            },
          ]
        : []),
      ...clientEntries(client, actions),
    ],
  });
}
