import { Modal } from '../../kit/controls';
import { Spotlight, useSpotlight } from '@mantine/spotlight';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Announcer } from '../../kit/Announcer';
import { Icon } from '../../kit/Icon';
import { paletteStore } from '../../lib/palette';
import { t } from '../../words/translate';
import { PaletteResults } from './PaletteResults';
import { optionId } from './useOptions';
import layout from '../../styles/layout.module.css';
import styles from './palette.module.css';

/** One field that finds everything: servers, tools, resources, prompts and commands. */
export function Palette(): ReactNode {
  const [query, setQuery] = useState('');
  const { listId, selected } = useSpotlight(paletteStore);
  return (
    <Spotlight.Root
      store={paletteStore}
      query={query}
      onQueryChange={setQuery}
      shortcut="mod + K"
      // From a field too: the key types nothing.
      tagsToIgnore={[]}
      triggerOnContentEditable
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
      />
      {/* Drawn while the dialog is open. */}
      <PaletteResults query={query} />
    </Spotlight.Root>
  );
}
