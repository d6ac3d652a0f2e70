import { call } from '../../api/client';
import type { HistoryRow, RuleDecision, ServerId, SourceId } from '../../api/generated/contract';
import type { ContextMenuContent, MenuEntry } from '../../kit/ContextMenu';
import { copyAndSay } from '../../lib/copyAndSay';
import { notify, notifyError } from '../../lib/notify';
import { pointWire, showCallFrames, toggleWire } from '../../lib/panels';
import { asServer } from '../../lib/sourceIds';
import { visibleString } from '../../lib/visible';
import { ASK, NEVER, SESSION } from '../policy/words';
import { t } from '../../words/translate';
import { decisionText } from '../policy/words';

/** A row of a list whose menu is wanted. */
interface Item {
  serverId: SourceId;
  name: string;
  /** What opening it does. */
  onOpen: () => void;
  /** The line that adds or removes its bookmark. */
  bookmark: MenuEntry;
}

/** The menu of a row that says why entries are missing. */
export function troubleMenu({ serverId }: { serverId: ServerId }): ContextMenuContent {
  return {
    label: t('shared.catalog.invalidEntries'),
    entries: [
      {
        kind: 'action',
        icon: 'refresh',
        label: t('common.refresh'),
        onPick: () => void call('catalog.refresh', { serverId }).catch(notifyError),
      },
      log(serverId),
    ],
  };
}

/** The menu of a prompt. */
export function promptMenu(item: Item): ContextMenuContent {
  return {
    label: labelOf(item.name),
    entries: [open(item), item.bookmark, copyName(item.name), log(item.serverId)],
  };
}

/** The menu of a resource or template. */
export function resourceMenu(
  item: Item & {
    uri: string;
    /** Offers its URI to tools; not of a template. */
    onSend: (() => void) | null;
    /** The line that marks it, where it can be marked. */
    mark: readonly MenuEntry[];
    /** What else can be done with it; nothing with a template. */
    more: readonly MenuEntry[];
  },
): ContextMenuContent {
  return {
    label: labelOf(item.name),
    entries: [
      open(item),
      item.bookmark,
      ...item.mark,
      copyName(item.name),
      copyUri(item.uri),
      ...(item.onSend === null
        ? []
        : [
            {
              kind: 'action' as const,
              icon: 'tool' as const,
              label: t('content.send.uri'),
              onPick: item.onSend,
            },
          ]),
      ...item.more,
      log(item.serverId),
    ],
  };
}

/** The menu of a tool, with what may happen when it is run. */
export function toolMenu(item: Item): ContextMenuContent {
  return {
    label: labelOf(item.name),
    entries: [
      open(item),
      item.bookmark,
      copyName(item.name),
      ...(asServer(item.serverId) === undefined ? [] : [log(item.serverId)]),
      {
        kind: 'submenu',
        icon: 'shieldCheck',
        label: t('common.permission'),
        entries: [ASK, SESSION, NEVER].map(({ label, decision }) => ({
          kind: 'action',
          label: label(),
          onPick: () => void setPermission(item, decision()),
        })),
      },
    ],
  };
}

/** The menu of a finished call. */
export function callMenu(row: HistoryRow, onOpen: () => void): ContextMenuContent {
  const showLog = async (): Promise<void> => {
    try {
      const { outcome } = await call('history.get', { id: row.id });
      showCallFrames(row.serverId, outcome.callId);
    } catch (error) {
      notifyError(error);
    }
  };
  return {
    label: labelOf(row.name),
    entries: [
      open({ onOpen }),
      row.kind === 'resource' ? copyUri(row.name) : copyName(row.name),
      ...(asServer(row.serverId) === undefined ? [] : [showInLog(() => void showLog())]),
    ],
  };
}

const labelOf = (name: string): string => t('shared.rowMenu.label', { name: visibleString(name) });

const open = ({ onOpen }: Pick<Item, 'onOpen'>): MenuEntry => ({
  kind: 'action',
  icon: 'right',
  label: t('common.open'),
  onPick: onOpen,
});

const copyName = (name: string): MenuEntry => ({
  kind: 'action',
  icon: 'copy',
  label: t('shared.rowMenu.copyName'),
  onPick: () => void copyAndSay(name),
});

const copyUri = (uri: string): MenuEntry => ({
  kind: 'action',
  icon: 'copy',
  label: t('common.copyUri'),
  onPick: () => void copyAndSay(uri),
});

const showInLog = (onPick: () => void): MenuEntry => ({
  kind: 'action',
  icon: 'activity',
  label: t('shared.rowMenu.showInLog'),
  onPick,
});

const log = (serverId: SourceId): MenuEntry =>
  showInLog(() => {
    pointWire({ serverId });
    toggleWire(true);
  });

/** Decides for the definition the core has now. */
async function setPermission({ serverId, name }: Item, decision: RuleDecision): Promise<void> {
  try {
    const { definition } = await call('tool.get', { serverId, name });
    await call('policy.setForTool', { serverId, tool: name, definition, decision });
    notify(t('tools.permission.button', { permission: decisionText(decision) }));
  } catch (error) {
    notifyError(error);
  }
}
