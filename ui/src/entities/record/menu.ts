import { useNavigate } from '@tanstack/react-router';
import { useClients } from '../../api/clients';
import type { ApprovalRecordHead, SourceId } from '../../api/generated/contract';
import { useOwners } from '../../api/webtools';
import type { ContextMenuContent, MenuEntry } from '../../kit/ContextMenu';
import { t } from '../../words/translate';
import { recordLabel } from './words';

/** Makes the menu lines that lead to a server and to one of its tools; none for a server that is gone. */
export function useSourceEntries(): (source: SourceId, tool: string | null) => MenuEntry[] {
  const navigate = useNavigate();
  const owners = useOwners();
  return (source, tool) => {
    if (!owners.some(({ id }) => id === source)) return [];
    const server: MenuEntry = {
      kind: 'action',
      icon: 'server',
      label: t('records.menu.openServer'),
      onPick: () => void navigate({ to: '/servers', search: { server: source } }),
    };
    if (tool === null) return [server];
    const open: MenuEntry = {
      kind: 'action',
      icon: 'tool',
      label: t('common.openTool'),
      onPick: () => void navigate({ to: '/tools', search: { server: source, item: tool } }),
    };
    return [open, server];
  };
}

/** Makes the menu line that leads to a client; none for no client, and for one that was removed. */
export function useClientEntries(): (name: string | null) => MenuEntry[] {
  const navigate = useNavigate();
  const clients = useClients().data ?? [];
  return (name) =>
    clients
      .filter((client) => client.name === name)
      .map(({ id }) => ({
        kind: 'action',
        icon: 'terminal',
        label: t('clients.open'),
        onPick: () => void navigate({ to: '/clients', search: { item: id } }),
      }));
}

/** Makes the context menu of a record. */
export function useRecordMenu(): (record: ApprovalRecordHead) => ContextMenuContent {
  const navigate = useNavigate();
  const entriesOf = useSourceEntries();
  const clientEntries = useClientEntries();
  return (record) => ({
    label: recordLabel(record),
    entries: [
      {
        kind: 'action',
        icon: 'activity',
        label: t('records.menu.showRecord'),
        onPick: () => void navigate({ to: '/activity', search: { view: 'approvals', item: record.id } }),
      },
      ...entriesOf(record.serverId, record.tool),
      ...clientEntries(record.client),
    ],
  });
}
