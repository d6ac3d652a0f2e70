import { Menu } from '@mantine/core';
import { useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { Icon } from './Icon';
import type { IconName } from './iconPaths';
import { Kbd } from './Kbd';
import styles from './contextMenu.module.css';

/** One line of a menu. */
export type MenuEntry =
  | {
      kind: 'action';
      label: string;
      icon?: IconName;
      /** The keys that do the same. */
      keys?: string;
      tone?: 'plain' | 'danger';
      disabled?: boolean;
      onPick: () => void;
    }
  | { kind: 'submenu'; label: string; icon?: IconName; entries: readonly MenuEntry[] }
  | { kind: 'divider' };

/** A context menu's accessible name and lines. */
export interface ContextMenuContent {
  label: string;
  entries: readonly MenuEntry[];
}

interface OpenMenu extends ContextMenuContent {
  x: number;
  y: number;
  /** What had the focus before. */
  from: Element | null;
}

interface ContextMenuHandle {
  /** The menu; draw it once beside what it belongs to. */
  menu: ReactNode;
  openAt: (content: ContextMenuContent, place: { x: number; y: number }) => void;
}

/** A context menu that is opened at a point; the focus returns to where it was. */
export function useContextMenu(): ContextMenuHandle {
  const [open, setOpen] = useState<OpenMenu | null>(null);
  const close = () => {
    setOpen(null);
    if (open?.from instanceof HTMLElement) open.from.focus();
  };
  return {
    openAt: (content, { x, y }) =>
      setOpen((before) => ({ ...content, x, y, from: before?.from ?? document.activeElement })),
    menu: open !== null && (
      <Menu
        // At another point it is another menu: it is placed anew.
        key={`${open.x} ${open.y}`}
        opened
        returnFocus={false}
        onClose={close}
        // Not a key: the one that opened it goes on to the document after the menu is there.
        clickOutsideEvents={['mousedown', 'touchstart']}
        position="bottom-start"
        offset={2}
      >
        <Menu.Target>
          <button
            type="button"
            tabIndex={-1}
            aria-label={open.label}
            className={styles.anchor}
            style={{ left: open.x, top: open.y }}
          />
        </Menu.Target>
        <Menu.Dropdown>
          <MenuEntries entries={open.entries} />
        </Menu.Dropdown>
      </Menu>
    ),
  };
}

/** The lines of a menu, for any `Menu.Dropdown`. */
export function MenuEntries({ entries }: { entries: readonly MenuEntry[] }): ReactNode {
  const first = entries.findIndex((entry) => entry.kind !== 'divider');
  return entries.map((entry, index) => <EntryLine key={index} entry={entry} isFirst={index === first} />);
}

function EntryLine({ entry, isFirst }: { entry: MenuEntry; isFirst: boolean }): ReactNode {
  const focus = isFirst ? { 'data-autofocus': true } : {};
  switch (entry.kind) {
    case 'divider':
      return <Menu.Divider />;
    case 'submenu':
      return (
        <Menu.Sub>
          <Menu.Sub.Target>
            <Menu.Sub.Item {...focus} leftSection={iconOf(entry.icon)}>
              {entry.label}
            </Menu.Sub.Item>
          </Menu.Sub.Target>
          <Menu.Sub.Dropdown aria-label={entry.label}>
            <MenuEntries entries={entry.entries} />
          </Menu.Sub.Dropdown>
        </Menu.Sub>
      );
    case 'action':
      return (
        <Menu.Item
          {...focus}
          leftSection={iconOf(entry.icon)}
          rightSection={entry.keys === undefined ? undefined : <Kbd>{entry.keys}</Kbd>}
          aria-keyshortcuts={entry.keys}
          disabled={entry.disabled ?? false}
          {...(entry.tone === 'danger' ? { color: 'danger' } : {})}
          onClick={entry.onPick}
        >
          {entry.label}
        </Menu.Item>
      );
  }
}

const iconOf = (icon: IconName | undefined): ReactNode =>
  icon === undefined ? undefined : <Icon name={icon} size={14} />;

/** Whether a key press asks for the context menu: the Menu key or Shift+F10. */
export function asksForMenu({ key, shiftKey }: KeyboardEvent): boolean {
  return key === 'ContextMenu' || (key === 'F10' && shiftKey);
}

/** The point of a context menu opened by keyboard: below the start of an element. */
export function pointBelow(element: Element): { x: number; y: number } {
  const { left, bottom } = element.getBoundingClientRect();
  return { x: left + 16, y: bottom };
}

/** Whether a menu within was opened, or the system's menu is of use: in a field, or on selected text. */
function isForOthers({ currentTarget, target, defaultPrevented }: MouseEvent | KeyboardEvent): boolean {
  if (defaultPrevented || !(target instanceof Element) || !currentTarget.contains(target)) return true;
  if (target.closest('input, textarea, [contenteditable="true"]') !== null) return true;
  const selection = window.getSelection();
  return selection !== null && !selection.isCollapsed && selection.getRangeAt(0).intersectsNode(target);
}

interface ContextMenuProps {
  /** What the menu offers, made when it is asked for; `null` = nothing. */
  content: () => ContextMenuContent | null;
  className?: string | undefined;
  children: ReactNode;
}

/** Gives its children a context menu: right click, Shift+F10 or the Menu key. */
export function ContextMenu({ content, className, children }: ContextMenuProps): ReactNode {
  const { menu, openAt } = useContextMenu();
  const open = (event: MouseEvent | KeyboardEvent, place: { x: number; y: number }): void => {
    const offered = isForOthers(event) ? null : content();
    if (offered === null) return;
    event.preventDefault();
    openAt(offered, place);
  };
  const onContextMenu = (event: MouseEvent) => open(event, { x: event.clientX, y: event.clientY });
  const onKeyDown = (event: KeyboardEvent) => {
    if (asksForMenu(event)) open(event, pointBelow(event.currentTarget));
  };
  return (
    // The element inside has the role and the focus; this one only hears its events.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={className} onContextMenu={onContextMenu} onKeyDown={onKeyDown}>
      {children}
      {menu}
    </div>
  );
}
