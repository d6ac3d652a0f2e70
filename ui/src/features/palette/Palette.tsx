import { Button, Modal } from '../../kit/controls';
import { Spotlight, useSpotlight } from '@mantine/spotlight';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Announcer } from '../../kit/Announcer';
import { Icon } from '../../kit/Icon';
import { announce } from '../../lib/announce';
import { paletteStore } from '../../lib/palette';
import { t } from '../../words/translate';
import { PaletteResults } from './PaletteResults';
import type { Kind } from './thing';
import { followArrow, optionId } from './useOptions';
import layout from '../../styles/layout.module.css';
import styles from './palette.module.css';

/** One field that finds everything: what waits, servers, tools, resources, prompts and commands. */
export function Palette(): ReactNode {
  const [query, setQuery] = useState('');
  const [only, setOnly] = useState<Kind | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const { listId, selected } = useSpotlight(paletteStore);
  return (
    <Spotlight.Root
      store={paletteStore}
      query={query}
      onQueryChange={(wanted) => {
        setQuery(wanted);
        if (wanted.trim() === '') setOnly(null);
      }}
      // Its key works before this is loaded.
      shortcut={null}
      clearQueryOnClose
      scrollable
      maxHeight={420}
      size={600}
      yOffset="14vh"
      transitionProps={{ duration: 0 }}
      overlayProps={{ blur: 0, color: 'var(--scrim)', backgroundOpacity: 1 }}
      classNames={{ search: styles['palette-search'], actionsGroup: styles['palette-group'] }}
    >
      <Announcer />
      <Modal.Title className={layout['sr-only']}>{t('palette.title')}</Modal.Title>
      <Spotlight.Search
        role="combobox"
        aria-label={t('palette.field')}
        aria-autocomplete="list"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={selected < 0 ? undefined : optionId(listId, selected)}
        placeholder={t('palette.field')}
        leftSection={<Icon name="search" />}
        ref={field}
        onKeyDown={({ key }) => followArrow(key)}
        {...(only === null
          ? {}
          : {
              rightSection: (
                <OnlyButton
                  kind={only}
                  onAll={() => {
                    setOnly(null);
                    field.current?.focus();
                  }}
                />
              ),
              rightSectionWidth: 160,
              rightSectionPointerEvents: 'all' as const,
            })}
      />
      {/* Drawn while the dialog is open. */}
      <PaletteResults
        query={query}
        only={only}
        onOnly={(kind) => {
          setOnly(kind);
          announce(t('palette.only', { kind: t(`palette.kind.${kind}`) }));
        }}
      />
    </Spotlight.Root>
  );
}

/** Says that one kind is shown alone, and shows all again. */
function OnlyButton({ kind, onAll }: { kind: Kind; onAll: () => void }): ReactNode {
  const label = t('palette.only', { kind: t(`palette.kind.${kind}`) });
  return (
    <Button
      size="xs"
      variant="subtle"
      aria-label={t('palette.showAll', { only: label })}
      title={t('palette.showAll', { only: label })}
      rightSection={<Icon name="close" size={14} />}
      onClick={onAll}
    >
      {label}
    </Button>
  );
}
