import { useId, useImperativeHandle, useLayoutEffect, useMemo, useState } from 'react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { useChosenByKeys } from './rowChoice';
import type { ChosenBy } from './rowChoice';
import type { ContextMenuContent } from './ContextMenu';
import { layOut } from './rowLayout';
import type { ListSection } from './rowLayout';
import type { SectionListHandle } from './SectionList';
import { SectionScroller } from './SectionScroller';
import type { DragOut, Marks } from './SectionScroller';
import { Tile } from './Tile';
import { useInSight, useRowWindow } from './useRowWindow';
import styles from './tileGrid.module.css';

interface TileGridProps<T> {
  /** The grid's accessible name. */
  label: string;
  sections: readonly ListSection<T>[];
  itemKey: (item: T) => string;
  selected: string | null;
  onSelect: (item: T, by: ChosenBy) => void;
  tileLabel: (item: T) => string;
  /** A tile's content. It must hold no button or link: a tile is chosen as a whole. */
  renderTile: (item: T) => ReactNode;
  tileMenu: (item: T) => ContextMenuContent;
  marks?: Marks<T> | undefined;
  dragOut?: DragOut<T> | undefined;
  handle?: Ref<SectionListHandle>;
}

/** The height of a row of tiles, px, and the least width of a tile. */
const TILE_PX = { height: 148, width: 128 };

/** A tile: the item, and its place among all. */
interface PlacedTile<T> {
  item: T;
  place: number;
}

/** Tiles in sections with sticky headers: virtual, one tab stop, arrow keys choose in two directions. */
export function TileGrid<T>(props: TileGridProps<T>): ReactNode {
  const { sections, itemKey, selected, onSelect } = props;
  const id = useId();
  const [columns, setColumns] = useState(2);
  const rowsOf = useMemo(() => inRows(sections, columns), [sections, columns]);
  const layout = useMemo(() => layOut(rowsOf, TILE_PX.height), [rowsOf]);
  const rows = useRowWindow(layout, { covered: layout.headerHeight });
  const { scroller } = rows;
  // Where each item stands among all, whatever the number of columns.
  const index = useMemo(() => layOut(sections, TILE_PX.height), [sections]);
  const active = selected === null ? -1 : index.indexOf(selected, itemKey);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const watch = new ResizeObserver(() =>
      setColumns(Math.max(1, Math.floor(element.clientWidth / TILE_PX.width))),
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, [scroller]);

  const rowAt = (place: number): number => {
    let row = 0;
    let before = 0;
    for (const { items } of sections) {
      if (place < before + items.length) return row + Math.floor((place - before) / columns);
      row += Math.ceil(items.length / columns);
      before += items.length;
    }
    return row;
  };
  const chosenBy = useChosenByKeys();
  const move = (target: number) => {
    const place = Math.max(0, Math.min(target, index.count - 1));
    const item = index.itemAt(place);
    if (item === undefined) return;
    onSelect(item, chosenBy(active, place));
    rows.reveal(rowAt(place));
  };
  useInSight(rows, selected, active < 0 ? -1 : rowAt(active));
  useImperativeHandle(props.handle, () => ({
    focus: () => {
      scroller.current?.focus();
      if (active < 0) move(0);
    },
  }));

  const onKey = (event: KeyboardEvent): boolean => {
    const targets: Record<string, number> = {
      ArrowRight: active + 1,
      ArrowLeft: active - 1,
      ArrowDown: active < 0 ? 0 : active + columns,
      ArrowUp: active - columns,
      Home: 0,
      End: index.count - 1,
      PageDown: active + rows.page * columns,
      PageUp: active - rows.page * columns,
    };
    const target = targets[event.key];
    if (target === undefined) return false;
    move(target);
    return true;
  };
  const tileOf = ({ item, place }: PlacedTile<T>): ReactNode => (
    <Tile
      key={itemKey(item)}
      id={`${id}-${place}`}
      item={item}
      place={place}
      count={index.count}
      isActive={place === active}
      isMarked={props.marks?.isMarked(item) ?? null}
      isDraggable={props.dragOut?.isDraggable(item) ?? false}
      tileLabel={props.tileLabel}
      renderTile={props.renderTile}
    />
  );

  return (
    <SectionScroller
      id={id}
      label={props.label}
      role="listbox"
      className={styles.grid}
      layout={layout}
      rows={rows}
      active={active}
      activeRow={active < 0 ? -1 : rowAt(active)}
      itemAt={index.itemAt}
      onPick={(item) => onSelect(item, 'pick')}
      itemMenu={props.tileMenu}
      marks={props.marks}
      dragOut={props.dragOut}
      onKey={onKey}
      drawRow={(row, section) => (
        <div
          key={row}
          className={styles.row}
          role="presentation"
          style={{
            top: layout.topOf(row) - section.top,
            height: TILE_PX.height,
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          }}
        >
          {(section.items.at(row - section.from) ?? []).map(tileOf)}
        </div>
      )}
    />
  );
}

function inRows<T>(sections: readonly ListSection<T>[], columns: number): ListSection<PlacedTile<T>[]>[] {
  let before = 0;
  return sections.map((section) => {
    const first = before;
    before += section.items.length;
    return {
      ...section,
      items: {
        length: Math.ceil(section.items.length / columns),
        at: (row: number) => {
          const tiles: PlacedTile<T>[] = [];
          for (let within = row * columns; within < (row + 1) * columns; within += 1) {
            const item = section.items.at(within);
            if (item !== undefined) tiles.push({ item, place: first + within });
          }
          return tiles;
        },
        findKey: () => -1,
      },
    };
  });
}
