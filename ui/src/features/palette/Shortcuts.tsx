import type { ReactNode } from 'react';
import { Modal } from '../../kit/controls';
import { Kbd } from '../../kit/Kbd';
import { useSingleKeys } from '../../kit/singleKeys';
import { shortcutsOpen } from '../../lib/panels';
import { modKey } from '../../lib/platform';
import { useStore } from '../../lib/store';
import { t } from '../../words/translate';
import styles from './shortcuts.module.css';

interface Shortcut {
  what: Parameters<typeof t>[0];
  /** `one` = a key alone, which the settings can switch off. */
  kind: 'one' | 'any';
  keys: readonly string[];
}

const any = (what: Shortcut['what'], ...keys: string[]): Shortcut => ({ what, kind: 'any', keys });
const one = (what: Shortcut['what'], ...keys: string[]): Shortcut => ({ what, kind: 'one', keys });

const GROUPS: readonly { title: Shortcut['what']; shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'palette.shortcuts.everywhere',
    shortcuts: [
      any('palette.title', `${modKey} K`),
      any('palette.command.addServer', `${modKey} N`),
      any('palette.shortcuts.screens', `${modKey} 1 … 7`),
      any('palette.command.protocolLog', `${modKey} J`),
      any('palette.shortcuts.panes', 'F6', '⇧ F6'),
      any('palette.shortcuts.back', 'Alt ←', 'Alt →'),
      any('palette.shortcuts.zoom', `${modKey} +`, `${modKey} -`, `${modKey} 0`),
      any('palette.shortcuts.close', 'Esc'),
      one('palette.shortcuts.title', '?'),
    ],
  },
  {
    title: 'palette.shortcuts.lists',
    shortcuts: [
      one('palette.shortcuts.searchList', '/'),
      any('palette.shortcuts.moveInList', '↑', '↓'),
      any('palette.shortcuts.listEnds', 'Home', 'End'),
      any('palette.shortcuts.openRow', '↵'),
    ],
  },
  {
    title: 'palette.shortcuts.tools',
    shortcuts: [
      any('palette.shortcuts.runTool', `${modKey} ↵`),
      any('palette.shortcuts.cancelRun', 'Esc'),
    ],
  },
  {
    title: 'palette.shortcuts.inApprovals',
    shortcuts: [
      one('palette.shortcuts.nextApproval', 'J', 'K'),
      one('palette.shortcuts.edit', 'E'),
      any('palette.shortcuts.accept', `${modKey} ↵`),
      one('palette.shortcuts.decline', 'D'),
      one('palette.shortcuts.cancel', 'C'),
    ],
  },
];

/** All keyboard shortcuts. */
export function Shortcuts(): ReactNode {
  const open = useStore(shortcutsOpen);
  const singleKeys = useSingleKeys();
  return (
    <Modal
      opened={open}
      onClose={() => shortcutsOpen.set(false)}
      title={t('palette.shortcuts.title')}
      centered
      size="lg"
      closeButtonProps={{ 'aria-label': t('common.close') }}
      transitionProps={{ duration: 0 }}
    >
      {!singleKeys && <p className={styles['note']}>{t('palette.shortcuts.singleKeysOff')}</p>}
      {GROUPS.map(({ title, shortcuts }) => (
        <section key={title}>
          <h3 className={styles['title']}>{t(title)}</h3>
          <dl>
            {shortcuts
              .filter(({ kind }) => kind === 'any' || singleKeys)
              .map(({ what, keys }) => (
                <div key={what} className={styles['shortcut']}>
                  <dt>{t(what)}</dt>
                  <dd className={styles['keys']}>
                    {keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </Modal>
  );
}
