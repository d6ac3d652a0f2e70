import { ActionIcon } from '../../kit/controls';
import { useMediaQuery } from '@mantine/hooks';
import { use, useState } from 'react';
import type { ReactNode } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { useStore } from '../../lib/store';
import { usePaneSize } from '../../api/paneSizes';
import { enterDetail } from '../../lib/panes';
import { wireFocus } from '../../lib/panels';
import { DrawerSlot } from './DrawerSlot';
import { Icon } from '../../kit/Icon';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import listStyles from '../../kit/list.module.css';
import styles from './panes.module.css';

/** Below this width the list is laid over the detail instead of standing beside it. */
const NARROW = '(max-width: 959.98px)';

/** Whether the window is so narrow that the list is hidden behind the detail. */
export function useNarrow(): boolean {
  return useMediaQuery(NARROW, false);
}

interface PanesProps {
  /** The list's name, for the button that shows it in a narrow window. */
  listLabel: string;
  list: ReactNode;
  detail: ReactNode;
  /** Whether something is chosen; a narrow window shows the list until then. */
  chosen: boolean;
}

/**
 * A screen: list, detail, and the drawer under the detail. The lines between them can be moved.
 *
 * However wide the window is and whether the drawer is open, it is one tree: what was typed, scrolled to or
 * opened anywhere in it stays. In a narrow window the list covers the detail while it is open.
 */
export function Panes({ listLabel, list, detail, chosen }: PanesProps): ReactNode {
  const narrow = useNarrow();
  const [listOpen, setListOpen] = useState(!chosen);
  const [wasChosen, setWasChosen] = useState(chosen);
  if (wasChosen !== chosen) {
    setWasChosen(chosen);
    if (!chosen) setListOpen(true);
  }
  const { open, full } = useStore(wireFocus);
  const width = usePaneSize('listWidthPx', 304);
  const away = narrow && !listOpen;
  return (
    // Escape closes the list; so does choosing a row, because then the detail is what the person wants to see.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      className={styles['panes-frame']}
      data-narrow={narrow || undefined}
      data-list-open={listOpen || undefined}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest('[data-pane="list"] [role="option"]'))
          setListOpen(false);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setListOpen(false);
        if (event.key !== 'Enter' || !isList(event.target)) return;
        setListOpen(false);
        enterDetail();
      }}
    >
      {narrow && (
        <div className={styles['panes-bar']}>
          <ActionIcon
            variant="subtle"
            aria-label={t(listOpen ? 'shared.panes.hide' : 'shared.panes.show', { list: listLabel })}
            aria-expanded={listOpen}
            onClick={() => setListOpen(!listOpen)}
          >
            <Icon name={listOpen ? 'left' : 'right'} />
          </ActionIcon>
        </div>
      )}
      {/* The list carries the screen's name; while the list is closed a screen reader still needs it. */}
      {away && (
        <h1 className={layout['sr-only']}>{listLabel.charAt(0).toUpperCase() + listLabel.slice(1)}</h1>
      )}
      <Group
        className={styles.panes}
        orientation="horizontal"
        onLayoutChanged={(_, { isUserInteraction }) => isUserInteraction && width.keep()}
      >
        <Panel
          id="list"
          defaultSize={width.px}
          minSize={220}
          maxSize="45%"
          groupResizeBehavior="preserve-pixel-size"
          onResize={({ inPixels }) => width.measure(inPixels)}
          inert={away || (open && full)}
        >
          {list}
        </Panel>
        {!narrow && (
          <Separator
            className={cx(styles['split-line'], styles.upright)}
            aria-label={t('shared.panes.listWidth')}
          />
        )}
        <Panel id="detail" minSize={360}>
          <DetailWithDrawer>{detail}</DetailWithDrawer>
        </Panel>
      </Group>
    </div>
  );
}

/** Whether the keys go to the list of the screen, whose row has just been chosen. */
const isList = (target: EventTarget): boolean =>
  target instanceof Element && target.matches('[data-pane="list"] [role="listbox"]');

function DetailWithDrawer({ children }: { children: ReactNode }): ReactNode {
  const drawer = use(DrawerSlot);
  const { open, full } = useStore(wireFocus);
  const height = usePaneSize('wireHeightPx', 240);
  const shown = open && drawer !== null;
  return (
    <Group
      className={styles.panes}
      orientation="vertical"
      onLayoutChanged={(_, { isUserInteraction }) => isUserInteraction && height.keep()}
    >
      <Panel id="content" minSize={160}>
        <div
          className={listStyles.detail}
          data-part="detail"
          data-pane="detail"
          role="region"
          aria-label={t('common.details')}
          tabIndex={-1}
          inert={shown && full}
        >
          {children}
        </div>
      </Panel>
      {shown && (
        <Separator
          className={cx(styles['split-line'], styles.level)}
          aria-label={t('shared.panes.logHeight')}
        />
      )}
      {shown && (
        <Panel
          id="drawer"
          defaultSize={height.px}
          minSize={96}
          groupResizeBehavior="preserve-pixel-size"
          onResize={({ inPixels }) => height.measure(inPixels)}
        >
          <div
            className={full ? styles['wire-full'] : styles.drawer}
            data-pane="drawer"
            role="region"
            aria-label={t('palette.command.protocolLog')}
            tabIndex={-1}
          >
            {drawer}
          </div>
        </Panel>
      )}
    </Group>
  );
}
