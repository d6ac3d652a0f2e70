import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { asksForMenu, pointBelow, useContextMenu, type ContextMenuContent } from '../ContextMenu';
import type { Column, Picked } from './column';

/** Where the arrow keys lead. */
const STEPS: Readonly<Record<string, { down: number; across: number }>> = {
  ArrowDown: { down: 1, across: 0 },
  ArrowUp: { down: -1, across: 0 },
  ArrowRight: { down: 0, across: 1 },
  ArrowLeft: { down: 0, across: -1 },
};

interface Picking<R> {
  columns: readonly Column<R>[];
  /** The rows as they are shown. */
  ordered: readonly R[];
  picked?: Picked<R> | null;
  onPick?: (picked: Picked<R>) => void;
  cellMenu?: (picked: Picked<R>) => ContextMenuContent;
  onCopy?: (picked: Picked<R>) => void;
  /** Brings a row into sight. */
  reveal: (row: number) => void;
}

interface PickingHandle<R> {
  /** For the element that has the keyboard focus. */
  listeners: { onKeyDown?: (event: KeyboardEvent) => void };
  openMenu: ((picked: Picked<R>, event: MouseEvent) => void) | undefined;
  /** Drawn beside the table. */
  menu: ReactNode;
}

/** Picks cells by arrow keys, and opens the menu of the picked one. */
export function usePicking<R>(picking: Picking<R>): PickingHandle<R> {
  const { columns, ordered, picked = null, onPick, cellMenu, onCopy, reveal } = picking;
  const { menu, openAt } = useContextMenu();
  if (onPick === undefined) return { listeners: {}, openMenu: undefined, menu: null };

  const move = ({ down, across }: { down: number; across: number }): void => {
    const at = picked === null ? -1 : ordered.indexOf(picked.row);
    const place = columns.findIndex(({ key }) => key === picked?.column);
    const row = Math.max(0, Math.min(ordered.length - 1, at < 0 ? 0 : at + down));
    const column = columns[Math.max(0, Math.min(columns.length - 1, at < 0 ? 0 : place + across))];
    const next = ordered[row];
    if (next === undefined || column === undefined) return;
    onPick({ row: next, column: column.key });
    reveal(row);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return;
    const step = STEPS[event.key];
    if (step !== undefined && !event.altKey) move(step);
    else if (picked !== null && cellMenu !== undefined && asksForMenu(event))
      openAt(
        cellMenu(picked),
        pointBelow(event.currentTarget.querySelector('[data-picked]') ?? event.currentTarget),
      );
    else if (picked !== null && onCopy !== undefined && asksToCopy(event)) onCopy(picked);
    else return;
    event.preventDefault();
  };
  return {
    listeners: { onKeyDown },
    openMenu:
      cellMenu &&
      ((at, event) => {
        event.preventDefault();
        onPick(at);
        openAt(cellMenu(at), { x: event.clientX, y: event.clientY });
      }),
    menu,
  };
}

/** Ctrl or Cmd with C, where no text is selected that is meant. */
const asksToCopy = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === 'c' && (getSelection()?.isCollapsed ?? true);
