import type { DragEvent, HTMLAttributes, KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { asksForMenu, pointBelow, useContextMenu } from './ContextMenu';
import type { ContextMenuContent } from './ContextMenu';
import type { ListLayout, PlacedSection } from './rowLayout';
import type { RowWindow } from './useRowWindow';
import { cx } from '../lib/cx';
import layoutStyles from '../styles/layout.module.css';
import styles from './list.module.css';

/** Items that are marked for something that is done with all of them at once. */
export interface Marks<I> {
  /** `null` = nothing is done with such an item. */
  isMarked: (item: I) => boolean | null;
  /** A click with Ctrl or Cmd, or the space key. */
  onToggle: (item: I) => void;
  /** A click with Shift, or Ctrl/Cmd+A: these are marked as well. */
  onAdd: (items: I[]) => void;
}

/** Items that are dragged out of the window. */
export interface DragOut<I> {
  isDraggable: (item: I) => boolean;
  /** The pointer went down on an item. */
  onPress: (item: I) => void;
  onStart: (event: DragEvent) => void;
  onEnd: (event: DragEvent) => void;
}

interface SectionScrollerProps<R, I> {
  /** Items have ids that begin with it and end with their number. */
  id: string;
  label: string;
  role: 'listbox' | 'tree';
  className?: string | undefined;
  layout: ListLayout<R>;
  rows: RowWindow;
  /** The number of the chosen item and the row it stands in; -1 = none is chosen. */
  active: number;
  activeRow: number;
  itemAt: (index: number) => I | undefined;
  onPick: (item: I) => void;
  /** Enter or double click on an item, where that means more than picking it. */
  onOpen?: ((item: I) => void) | undefined;
  /** An item's context menu: right click, Shift+F10 or the Menu key. The item is picked first. */
  itemMenu?: ((item: I) => ContextMenuContent) | undefined;
  marks?: Marks<I> | undefined;
  dragOut?: DragOut<I> | undefined;
  /** What makes the header of a section one that is dragged and dropped on. */
  headerDrag?: ((section: PlacedSection<R>) => HTMLAttributes<HTMLElement> | undefined) | undefined;
  /** Says whether a key was used. */
  onKey: (event: KeyboardEvent, item: I | undefined) => boolean;
  /** A row, at its place below the top of its section. */
  drawRow: (row: number, section: PlacedSection<R>) => ReactNode;
}

/** What lists and grids have in common: sections with sticky headers, of which only the rows in sight are drawn. */
export function SectionScroller<R, I>(props: SectionScrollerProps<R, I>): ReactNode {
  const { id, layout, active, activeRow, itemAt, onPick, onOpen, itemMenu, marks, dragOut } = props;
  const { scroller, onScroll, top, bottom, from, to } = props.rows;
  const { menu, openAt } = useContextMenu();
  const onKeyDown = (event: KeyboardEvent) => {
    const item = itemAt(active);
    if (itemMenu !== undefined && item !== undefined && asksForMenu(event)) {
      event.preventDefault();
      openAt(itemMenu(item), pointBelow(document.getElementById(`${id}-${active}`) ?? event.currentTarget));
    } else if (props.onKey(event, item)) {
      event.preventDefault();
    } else if (marks !== undefined && event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      marks.onAdd(itemsBetween(0, layout.count - 1));
    } else if (marks !== undefined && event.key === ' ' && item !== undefined) {
      event.preventDefault();
      marks.onToggle(item);
    } else if ((event.key === 'Enter' || event.key === ' ') && item !== undefined) {
      event.preventDefault();
      (onOpen ?? onPick)(item);
    }
  };
  const placeOf = (event: MouseEvent): number => {
    const place = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
    return Number(place?.dataset['index'] ?? -1);
  };
  const itemOf = (event: MouseEvent): I | undefined => {
    const place = placeOf(event);
    return place < 0 ? undefined : itemAt(place);
  };

  const itemsBetween = (first: number, last: number): I[] =>
    Array.from({ length: last - first + 1 }, (_, at) => itemAt(first + at)).filter(
      (item) => item !== undefined,
    );
  const onClick = (event: MouseEvent): void => {
    const item = itemOf(event);
    if (item === undefined) return;
    if (marks !== undefined && (event.ctrlKey || event.metaKey)) marks.onToggle(item);
    else if (marks !== undefined && event.shiftKey && active >= 0) {
      const place = placeOf(event);
      marks.onAdd(itemsBetween(Math.min(active, place), Math.max(active, place)));
    } else onPick(item);
  };

  return (
    <>
      {/* Its role is one of two. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        ref={scroller}
        className={cx(styles.rows, props.className, layoutStyles.scrolls)}
        role={props.role}
        aria-label={props.label}
        tabIndex={0}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        onKeyDown={onKeyDown}
        onScroll={onScroll}
        onContextMenu={(event) => {
          const item = itemOf(event);
          if (itemMenu === undefined || item === undefined) return;
          event.preventDefault();
          onPick(item);
          openAt(itemMenu(item), { x: event.clientX, y: event.clientY });
        }}
        onClick={onClick}
        // After a drag WebKitGTK leaves out the next `pointerdown`.
        onMouseDown={(event) => {
          const item = itemOf(event);
          if (event.button === 0 && item !== undefined && dragOut?.isDraggable(item) === true)
            dragOut.onPress(item);
        }}
        onDragStart={dragOut?.onStart}
        onDragEnd={dragOut?.onEnd}
        onDoubleClick={(event) => {
          const item = itemOf(event);
          if (item !== undefined) onOpen?.(item);
        }}
      >
        <div className={styles['rows-track']} role="presentation" style={{ height: layout.height }}>
          {layout.sectionsIn(top, bottom, activeRow).map((section) => (
            <div
              key={section.key}
              className={styles['rows-section']}
              style={{ top: section.top, height: section.height }}
              role={section.header === null ? 'presentation' : 'group'}
              aria-label={section.header === null ? undefined : section.label}
            >
              {section.header !== null && (
                // WebKit takes a tree for one only if everything in its groups is a tree item.
                <div
                  className={styles.group}
                  role={props.role === 'tree' ? 'treeitem' : undefined}
                  aria-hidden
                  {...props.headerDrag?.(section)}
                >
                  {section.header}
                </div>
              )}
              {drawn(section, { from, to }, activeRow).map((row) => props.drawRow(row, section))}
            </div>
          ))}
        </div>
      </div>
      {menu}
    </>
  );
}

/** The rows of a section to draw: those in sight, and the active one, which the list names to a screen reader. */
function drawn(
  section: { from: number; to: number },
  { from, to }: { from: number; to: number },
  active: number,
): number[] {
  const first = Math.max(section.from, from);
  const indexes = Array.from(
    { length: Math.max(0, Math.min(section.to, to) - first) },
    (_, at) => first + at,
  );
  if (active < section.from || active >= section.to || (active >= from && active < to)) return indexes;
  return active < first ? [active, ...indexes] : [...indexes, active];
}
