import { useNavigate } from '@tanstack/react-router';
import { useClientEntries, useRecordMenu, useSourceEntries } from '../../entities/record/menu';
import type { ContextMenuContent, MenuEntry } from '../../kit/ContextMenu';
import { t } from '../../words/translate';
import type { Entry } from './entries';
import { labelOf } from './entries';
import { needAction } from './needs';

/** Makes the context menu of an entry of the inbox. */
export function useEntryMenu(): (entry: Entry) => ContextMenuContent {
  const navigate = useNavigate();
  const recordMenu = useRecordMenu();
  const sourceEntries = useSourceEntries();
  const clientEntries = useClientEntries();
  return (entry) => {
    const show = (label: string): MenuEntry => ({
      kind: 'action',
      icon: 'approval',
      label,
      onPick: () => void navigate({ to: '/approvals', search: { item: entry.id } }),
    });
    switch (entry.kind) {
      case 'open': {
        const { serverId, cause, request } = entry.approval;
        const client = request.kind === 'call' ? request.call.client : null;
        return {
          label: labelOf(entry),
          entries: [
            show(t('common.answer')),
            ...sourceEntries(serverId, cause?.tool ?? null),
            ...clientEntries(client),
          ],
        };
      }
      case 'definitions':
        return { label: labelOf(entry), entries: [show(t('common.review'))] };
      case 'need':
        return {
          label: labelOf(entry),
          entries: [show(needAction(entry.need)), ...sourceEntries(entry.need.owner, null)],
        };
      case 'client':
        return {
          label: labelOf(entry),
          entries: [show(t('common.review')), ...clientEntries(entry.client.name)],
        };
      case 'over':
        return recordMenu(entry.record);
    }
  };
}
