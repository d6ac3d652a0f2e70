import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useImperativeHandle, useMemo, useRef } from 'react';
import type { KeyboardEvent, MouseEvent, ReactNode, Ref } from 'react';
import { asksForMenu, pointBelow, useContextMenu } from './ContextMenu';
import type { ContextMenuContent } from './ContextMenu';
import { layOut, observeRect } from './sectionLayout';
import type { ListSection } from './sectionLayout';
import { useRowDrag } from './useRowDrag';
import type { RowDrag } from './useRowDrag';
import './list.css';

export type { ListSection } from './sectionLayout';

/** What a screen may ask of its list. */
export interface SectionListHandle {
  /** Moves the focus into the list, to the selected row or the first. */
  focus(): void;
}

interface SectionListProps<T> {
  /** The list's accessible name. */
  label: string;
  sections: readonly ListSection<T>[];
  /** A row's identity among all sections. */
  itemKey: (item: T) => string;
  /** A row's content. It must hold no button or link: a row is chosen as a whole. */
  renderRow: (item: T) => ReactNode;
  /** A row's accessible name, where its content reads badly; then it is all a screen reader says. */
  rowLabel?: (item: T) => string;
  /** What the marks of a row mean, read after its name. */
  rowNote?: (item: T) => string;
  /** 40 px with two lines, 28 px with one, 48 px for servers, 68 px for questions. */
  rowHeight?: 28 | 40 | 48 | 68;
  /** The chosen row. */
  selected: string | null;
  onSelect: (item: T) => void;
  /** Enter or double click on a row, where that means more than choosing it. */
  onOpen?: (item: T) => void;
  /** A row's context menu: right click, Shift+F10 or the Menu key. The row is chosen first. */
  rowMenu?: (item: T) => ContextMenuContent;
  /** Rows that are dragged to other places; Alt with an arrow key moves the chosen one by `onStep`. */
  drag?: RowDrag<T>;
  onStep?: (item: T, by: -1 | 1) => void;
  /** The last row is in sight: a list that comes in pages asks for more. */
  onEnd?: () => void;
  handle?: Ref<SectionListHandle>;
}

/** A long list in sections with sticky headers: virtual, one tab stop, arrow keys choose. */
export function SectionList<T>(props: SectionListProps<T>): ReactNode {
  const { sections, itemKey, selected, onSelect, onOpen, rowHeight = 40 } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const layout = useMemo(() => layOut(sections, rowHeight), [sections, rowHeight]);
  const active = layout.rows.findIndex((row) => itemKey(row.item) === selected);
  const virtual = useVirtualizer({
    count: layout.sizes.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => layout.sizes[index] ?? rowHeight,
    observeElementRect: observeRect,
    overscan: 12,
    // The active row is always drawn: the list names it to the screen reader.
    rangeExtractor: (range) => {
      const flat = layout.rows[active]?.flat;
      const near = defaultRangeExtractor(range);
      return flat === undefined || near.includes(flat) ? near : [...near, flat].toSorted((a, b) => a - b);
    },
  });
  const shown = new Set(virtual.getVirtualIndexes());

  const endInSight = shown.has(layout.rows.length - 1);
  const { onEnd } = props;
  useEffect(() => {
    if (endInSight) onEnd?.();
  }, [endInSight, onEnd]);

  const move = (to: number) => {
    const row = layout.rows[Math.max(0, Math.min(to, layout.rows.length - 1))];
    if (row === undefined) return;
    onSelect(row.item);
    const box = scroller.current;
    if (box !== null) box.scrollTop = layout.scrollFor(row, box.scrollTop, box.clientHeight);
  };
  useImperativeHandle(props.handle, () => ({
    focus: () => {
      scroller.current?.focus();
      if (active < 0) move(0);
    },
  }));

  const { menu, openAt } = useContextMenu();
  const { rowMenu, onStep } = props;
  const dragOf = useRowDrag(props.drag, itemKey);
  const onContextMenu = (event: MouseEvent, item: T) => {
    if (rowMenu === undefined) return;
    event.preventDefault();
    onSelect(item);
    openAt(rowMenu(item), { x: event.clientX, y: event.clientY });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const current = layout.rows[active];
    if (rowMenu !== undefined && current !== undefined && asksForMenu(event)) {
      event.preventDefault();
      const row = document.getElementById(`${id}-${active}`) ?? event.currentTarget;
      openAt(rowMenu(current.item), pointBelow(row));
      return;
    }
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
    if (event.altKey && by !== null && onStep !== undefined && current !== undefined) {
      event.preventDefault();
      onStep(current.item, by);
      return;
    }
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / rowHeight) - 1);
    const targets: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active < 0 ? 0 : active - 1,
      Home: 0,
      End: layout.rows.length - 1,
      PageDown: active + page,
      PageUp: active - page,
    };
    const target = targets[event.key];
    if (target !== undefined) {
      event.preventDefault();
      move(target);
    } else if ((event.key === 'Enter' || event.key === ' ') && layout.rows[active] !== undefined) {
      event.preventDefault();
      (onOpen ?? onSelect)(layout.rows[active].item);
    }
  };

  return (
    <>
      <div
        ref={scroller}
        className="rows scrolls"
        role="listbox"
        aria-label={props.label}
        tabIndex={0}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        onKeyDown={onKeyDown}
      >
        {layout.sections.map((section) => (
          <div
            key={section.key}
            className="rows-section"
            style={{ height: section.height }}
            role={section.header === null ? 'presentation' : 'group'}
            aria-label={section.header === null ? undefined : section.label}
          >
            {section.header !== null && (
              <div className="group" aria-hidden>
                {section.header}
              </div>
            )}
            {layout.rows.slice(section.from, section.to).map((row, offset) => {
              const index = section.from + offset;
              if (!shown.has(row.flat)) return null;
              const note = props.rowNote?.(row.item) ?? '';
              return (
                // The list itself listens to the keyboard: its active row is this one.
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
                <div
                  key={itemKey(row.item)}
                  id={`${id}-${index}`}
                  className={index === active ? 'r on' : 'r'}
                  style={{ top: row.top - section.top, height: row.height }}
                  role="option"
                  aria-selected={index === active}
                  aria-describedby={note === '' ? undefined : `${id}-${index}-note`}
                  tabIndex={-1}
                  {...dragOf(row.item)}
                  onClick={() => onSelect(row.item)}
                  onContextMenu={(event) => onContextMenu(event, row.item)}
                  onDoubleClick={onOpen && (() => onOpen(row.item))}
                >
                  <RowContent label={props.rowLabel?.(row.item)}>{props.renderRow(row.item)}</RowContent>
                  {note !== '' && (
                    <span id={`${id}-${index}-note`} hidden>
                      {note}
                    </span>
                  )}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {menu}
    </>
  );
}

/** A row's content; where the row has a name of its own, that is the only text a screen reader finds in it. */
function RowContent({ label, children }: { label: string | undefined; children: ReactNode }): ReactNode {
  if (label === undefined) return children;
  return (
    <>
      <span className="sr-only">{label}</span>
      <span className="r-content" aria-hidden>
        {children}
      </span>
    </>
  );
}
