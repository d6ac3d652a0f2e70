import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { Kbd } from '../../components/Kbd';
import { shortcutsOpen } from '../../lib/panels';
import { modKey } from '../../lib/platform';
import { useStore } from '../../lib/store';
import './palette.css';

const SHORTCUTS: readonly { what: string; keys: readonly string[] }[] = [
  { what: 'Search everything', keys: [modKey, 'K'] },
  { what: 'Add a server', keys: [modKey, 'N'] },
  { what: 'Servers, Tools, Resources, Prompts, Approvals, Activity, Settings', keys: [modKey, '1 … 7'] },
  { what: 'Search in the list', keys: ['/'] },
  { what: 'Along a list', keys: ['↑', '↓'] },
  { what: 'Run the tool', keys: [modKey, '↵'] },
  { what: 'Approvals: next, previous, edit, decline', keys: ['J', 'K', 'E', 'D'] },
  { what: 'Approvals: accept or send', keys: [modKey, '↵'] },
  { what: 'Show or hide the wire log', keys: [modKey, 'J'] },
  { what: 'Close what lies on top', keys: ['Esc'] },
  { what: 'This overview', keys: ['?'] },
];

/** All keyboard shortcuts. */
export function Shortcuts(): ReactNode {
  const open = useStore(shortcutsOpen);
  return (
    <Modal
      opened={open}
      onClose={() => shortcutsOpen.set(false)}
      title="Keyboard shortcuts"
      centered
      size="md"
      closeButtonProps={{ 'aria-label': 'Close' }}
      transitionProps={{ duration: 0 }}
    >
      <dl className="shortcuts">
        {SHORTCUTS.map(({ what, keys }) => (
          <div key={what} className="row shortcut">
            <dt className="grow">{what}</dt>
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
