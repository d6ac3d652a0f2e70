import { Modal } from '../../kit/controls';
import type { ReactNode } from 'react';
import { Kbd } from '../../kit/Kbd';
import { shortcutsOpen } from '../../lib/panels';
import { modKey } from '../../lib/platform';
import { useStore } from '../../lib/store';
import { t } from '../../words/translate';
import './palette.css';

const SHORTCUTS = [
  { what: 'palette.title', keys: [modKey, 'K'] },
  { what: 'palette.command.addServer', keys: [modKey, 'N'] },
  { what: 'palette.shortcuts.screens', keys: [modKey, '1 … 7'] },
  { what: 'palette.shortcuts.searchList', keys: ['/'] },
  { what: 'palette.shortcuts.moveInList', keys: ['↑', '↓'] },
  { what: 'palette.shortcuts.runTool', keys: [modKey, '↵'] },
  { what: 'palette.shortcuts.approvals', keys: ['J', 'K', 'E', 'D'] },
  { what: 'palette.shortcuts.accept', keys: [modKey, '↵'] },
  { what: 'palette.command.protocolLog', keys: [modKey, 'J'] },
  { what: 'palette.shortcuts.close', keys: ['Esc'] },
  { what: 'palette.shortcuts.title', keys: ['?'] },
] as const;

/** All keyboard shortcuts. */
export function Shortcuts(): ReactNode {
  const open = useStore(shortcutsOpen);
  return (
    <Modal
      opened={open}
      onClose={() => shortcutsOpen.set(false)}
      title={t('palette.shortcuts.title')}
      centered
      size="md"
      closeButtonProps={{ 'aria-label': t('common.close') }}
      transitionProps={{ duration: 0 }}
    >
      <dl className="shortcuts">
        {SHORTCUTS.map(({ what, keys }) => (
          <div key={what} className="row shortcut">
            <dt className="grow">{t(what)}</dt>
            <dd className="row shortcut-keys t2">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
