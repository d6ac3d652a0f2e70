import { useEffect, useId, useImperativeHandle, useMemo } from 'react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { useChosenByKeys } from './rowChoice';
import type { ChosenBy } from './rowChoice';
import type { ContextMenuContent } from './ContextMenu';
import { layOut } from './rowLayout';
import type { ListSection } from './rowLayout';
import { SectionRow } from './SectionRow';
import { SectionScroller } from './SectionScroller';
import type { DragOut, Marks } from './SectionScroller';
import type { RowProps, TreeRows } from './SectionRow';
import { useRowDrag } from './useRowDrag';
import type { RowDrag } from './useRowDrag';
import { useInSight, useRowWindow } from './useRowWindow';

export type { ListSection } from './rowLayout';

/** What a screen may ask of its list. */
export interface SectionListHandle {
  /** Moves the focus into the list, to the selected row or the first. */
  focus(): void;
}

interface SectionListProps<T> extends RowProps<T> {
  /** The list's accessible name. */
  label: string;
  sections: readonly ListSection<T>[];
  /** A row's identity among all sections. */
  itemKey: (item: T) => string;
  /** 40 px with two lines, 28 px with one, 48 px for servers, 68 px for questions. */
  rowHeight?: 28 | 40 | 48 | 68;
  /** The chosen row. */
  selected: string | null;
  onSelect: (item: T, by: ChosenBy) => void;
  /** Enter or double click on a row, where that means more than choosing it. */
  onOpen?: (item: T) => void;
  /** A row's context menu: right click, Shift+F10 or the Menu key. The row is chosen first. */
  rowMenu?: ((item: T) => ContextMenuContent) | undefined;
  /** Rows that are dragged to other places; Alt with an arrow key moves the chosen one by `onStep`. */
  drag?: RowDrag<T>;
  onStep?: (item: T, by: -1 | 1) => void;
  /** Rows that are marked for something that is done with all of them. */
  marks?: Marks<T> | undefined;
  /** Rows that are dragged out of the window. */
  dragOut?: DragOut<T> | undefined;
  /** For rows that stand in a tree: arrow keys to the sides expand and collapse. */
  tree?: TreeRows<T>;
  /** The last row is in sight: a list that comes in pages asks for more. */
  onEnd?: () => void;
  handle?: Ref<SectionListHandle>;
  /** By this name the list is scrolled as it was when it was left. */
  keptAs?: string;
}

/** A long list in sections with sticky headers: virtual, one tab stop, arrow keys choose. */
export function SectionList<T>(props: SectionListProps<T>): ReactNode {
  const { sections, itemKey, selected, onSelect, onOpen, rowHeight = 40 } = props;
  const id = useId();
  const layout = useMemo(() => layOut(sections, rowHeight), [sections, rowHeight]);
  const rows = useRowWindow(layout, { covered: layout.headerHeight, keptAs: props.keptAs });
  const { scroller, to } = rows;
  const active = selected === null ? -1 : layout.indexOf(selected, itemKey);

  const endInSight = layout.count > 0 && to >= layout.count;
  const { onEnd } = props;
  useEffect(() => {
    if (endInSight) onEnd?.();
  }, [endInSight, onEnd]);

  const chosenBy = useChosenByKeys();
  const move = (target: number) => {
    const index = Math.max(0, Math.min(target, layout.count - 1));
    const item = layout.itemAt(index);
    if (item === undefined) return;
    onSelect(item, chosenBy(active, index));
    rows.reveal(index);
  };
  useInSight(rows, selected, active);
  useImperativeHandle(props.handle, () => ({
    focus: () => {
      scroller.current?.focus();
      if (active < 0) move(0);
    },
  }));

  const dragOf = useRowDrag(props.drag, itemKey);
  /** Where an arrow key to a side leads in a tree; a row may expand or collapse instead. */
  const sideways = (key: string, item: T | undefined): number | undefined => {
    const { tree } = props;
    if (tree === undefined || item === undefined || (key !== 'ArrowRight' && key !== 'ArrowLeft')) return;
    const expanded = tree.expanded(item);
    if (expanded === (key === 'ArrowLeft')) {
      tree.onToggle(item);
      return active;
    }
    if (key === 'ArrowRight') return expanded === null ? active : active + 1;
    for (let above = active - 1; above >= 0; above -= 1) {
      const other = layout.itemAt(above);
      if (other !== undefined && tree.level(other) < tree.level(item)) return above;
    }
    return active;
  };
  const onKey = (event: KeyboardEvent, item: T | undefined): boolean => {
    const { onStep } = props;
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
    if (event.altKey && by !== null && onStep !== undefined && item !== undefined) {
      onStep(item, by);
      return true;
    }
    const targets: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active < 0 ? 0 : active - 1,
      Home: 0,
      End: layout.count - 1,
      PageDown: active + rows.page,
      PageUp: active - rows.page,
    };
    const target = targets[event.key] ?? sideways(event.key, item);
    if (target === undefined) return false;
    move(target);
    return true;
  };

  return (
    <SectionScroller
      id={id}
      label={props.label}
      role={props.tree === undefined ? 'listbox' : 'tree'}
      layout={layout}
      rows={rows}
      active={active}
      activeRow={active}
      itemAt={layout.itemAt}
      onPick={(item) => onSelect(item, 'pick')}
      onOpen={onOpen}
      itemMenu={props.rowMenu}
      marks={props.marks}
      dragOut={props.dragOut}
      headerDrag={(section) => {
        const head = props.drag?.headOf?.(section);
        return head === undefined ? undefined : dragOf(head);
      }}
      onKey={onKey}
      drawRow={(index, section) => {
        const item = section.items.at(index - section.from) as T;
        return (
          <SectionRow
            key={itemKey(item)}
            id={`${id}-${index}`}
            item={item}
            index={index}
            count={layout.count}
            top={layout.topOf(index) - section.top}
            height={section.rowHeight}
            isActive={index === active}
            isMarked={props.marks?.isMarked(item) ?? null}
            isDraggable={props.dragOut?.isDraggable(item) ?? false}
            renderRow={props.renderRow}
            rowLabel={props.rowLabel}
            rowNote={props.rowNote}
            drag={dragOf(item)}
            level={props.tree?.level(item)}
            expanded={props.tree?.expanded(item)}
          />
        );
      }}
    />
  );
}
