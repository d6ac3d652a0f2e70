import type { ReactNode } from 'react';
import { Modal } from '../../kit/controls';
import { Kbd } from '../../kit/Kbd';
import { useSingleKeys } from '../../kit/singleKeys';
import { shortcutsOpen } from '../../lib/panels';
import { modKey, travelKeys } from '../../lib/platform';
import { useStore } from '../../lib/store';
import { t } from '../../words/translate';
import styles from './shortcuts.module.css';

/** `one` = a key alone, which the settings can switch off. */
const GROUPS = [
  {
    title: 'palette.shortcuts.everywhere',
    shortcuts: [
      { what: 'palette.title', kind: 'any', keys: [`${modKey} K`] },
      { what: 'common.addServer', kind: 'any', keys: [`${modKey} N`] },
      { what: 'palette.shortcuts.screens', kind: 'any', keys: [`${modKey} 1 … 8`] },
      { what: 'serverForm.addPasted', kind: 'any', keys: [`${modKey} V`] },
      { what: 'common.settings', kind: 'any', keys: [`${modKey} ,`] },
      { what: 'palette.command.protocolLog', kind: 'any', keys: [`${modKey} J`] },
      { what: 'palette.shortcuts.panes', kind: 'any', keys: ['F6', '⇧ F6'] },
      { what: 'palette.shortcuts.back', kind: 'any', keys: travelKeys },
      { what: 'palette.shortcuts.zoom', kind: 'any', keys: [`${modKey} +`, `${modKey} -`, `${modKey} 0`] },
      { what: 'palette.shortcuts.close', kind: 'any', keys: ['Esc'] },
      { what: 'palette.shortcuts.title', kind: 'one', keys: ['?'] },
    ],
  },
  {
    title: 'palette.shortcuts.lists',
    shortcuts: [
      { what: 'palette.shortcuts.find', kind: 'any', keys: [`${modKey} F`] },
      { what: 'palette.shortcuts.searchList', kind: 'one', keys: ['/'] },
      { what: 'palette.shortcuts.moveInList', kind: 'any', keys: ['↑', '↓'] },
      { what: 'palette.shortcuts.listEnds', kind: 'any', keys: ['Home', 'End'] },
      { what: 'palette.shortcuts.openRow', kind: 'any', keys: ['↵'] },
      { what: 'palette.shortcuts.bookmark', kind: 'one', keys: ['B'] },
    ],
  },
  {
    title: 'common.tools',
    shortcuts: [
      { what: 'palette.shortcuts.runTool', kind: 'any', keys: [`${modKey} ↵`] },
      { what: 'palette.shortcuts.cancelRun', kind: 'any', keys: ['Esc'] },
    ],
  },
  {
    title: 'palette.shortcuts.images',
    shortcuts: [{ what: 'palette.shortcuts.zoomImage', kind: 'any', keys: ['+', '-', '0'] }],
  },
  {
    title: 'common.approvals',
    shortcuts: [
      { what: 'palette.shortcuts.nextApproval', kind: 'one', keys: ['J', 'K'] },
      { what: 'common.edit', kind: 'one', keys: ['E'] },
      { what: 'palette.shortcuts.accept', kind: 'any', keys: [`${modKey} ↵`] },
      { what: 'common.decline', kind: 'any', keys: [`${modKey} ⇧ D`] },
    ],
  },
] as const;

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
