import { useId, useImperativeHandle, useLayoutEffect, useMemo, useState } from 'react';
import type { KeyboardEvent, MouseEvent, ReactNode, Ref } from 'react';
import { asksForMenu, pointBelow, useContextMenu } from './ContextMenu';
import type { ContextMenuContent } from './ContextMenu';
import { layOut } from './rowLayout';
import type { ListSection } from './rowLayout';
import type { ChosenBy, SectionListHandle } from './SectionList';
import { useRowWindow } from './useRowWindow';
import { cx } from '../lib/cx';
import layoutStyles from '../styles/layout.module.css';
import listStyles from './list.module.css';
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
  handle?: Ref<SectionListHandle>;
}

/** The height of a row of tiles, px, and the least width of a tile. */
const TILE_PX = { height: 148, width: 128 };

/** A tile: the item, and its place among all. */
interface Tile<T> {
  item: T;
  index: number;
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
  const tiles = useMemo(() => flat(sections), [sections]);
  const active = useMemo(
    () => (selected === null ? -1 : tiles.findIndex((item) => itemKey(item) === selected)),
    [tiles, selected, itemKey],
  );

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const watch = new ResizeObserver(() =>
      setColumns(Math.max(1, Math.floor(element.clientWidth / TILE_PX.width))),
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, [scroller]);

  const rowAt = (index: number): number => {
    let row = 0;
    let before = 0;
    for (const { items } of sections) {
      if (index < before + items.length) return row + Math.floor((index - before) / columns);
      row += Math.ceil(items.length / columns);
      before += items.length;
    }
    return row;
  };
  const move = (target: number) => {
    const index = Math.max(0, Math.min(target, tiles.length - 1));
    const item = tiles[index];
    if (item === undefined) return;
    onSelect(item, 'move');
    rows.reveal(rowAt(index));
  };
  useImperativeHandle(props.handle, () => ({
    focus: () => {
      scroller.current?.focus();
      if (active < 0) move(0);
    },
  }));

  const { menu, openAt } = useContextMenu();
  const onKeyDown = (event: KeyboardEvent) => {
    const item = tiles[active];
    if (item !== undefined && asksForMenu(event)) {
      event.preventDefault();
      openAt(
        props.tileMenu(item),
        pointBelow(document.getElementById(`${id}-${active}`) ?? event.currentTarget),
      );
      return;
    }
    const targets: Record<string, number> = {
      ArrowRight: active + 1,
      ArrowLeft: active - 1,
      ArrowDown: active < 0 ? 0 : active + columns,
      ArrowUp: active - columns,
      Home: 0,
      End: tiles.length - 1,
      PageDown: active + rows.page * columns,
      PageUp: active - rows.page * columns,
    };
    const target = targets[event.key];
    if (target !== undefined) {
      event.preventDefault();
      move(target);
    } else if ((event.key === 'Enter' || event.key === ' ') && item !== undefined) {
      event.preventDefault();
      onSelect(item, 'pick');
    }
  };
  const itemOf = (event: MouseEvent): T | undefined => {
    const tile = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
    return tile === null ? undefined : tiles[Number(tile.dataset['index'])];
  };
  const tileOf = ({ item, index }: Tile<T>): ReactNode => (
    <div
      key={itemKey(item)}
      id={`${id}-${index}`}
      data-index={index}
      className={cx(styles.tile, index === active && styles.on)}
      role="option"
      aria-selected={index === active}
      aria-setsize={tiles.length}
      aria-posinset={index + 1}
      tabIndex={-1}
    >
      <span className={layoutStyles['sr-only']}>{props.tileLabel(item)}</span>
      <span className={styles.content} aria-hidden>
        {props.renderTile(item)}
      </span>
    </div>
  );

  return (
    <>
      <div
        ref={scroller}
        className={cx(listStyles.rows, styles.grid, layoutStyles.scrolls)}
        role="listbox"
        aria-label={props.label}
        tabIndex={0}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        onKeyDown={onKeyDown}
        onScroll={rows.onScroll}
        onContextMenu={(event) => {
          const item = itemOf(event);
          if (item === undefined) return;
          event.preventDefault();
          onSelect(item, 'pick');
          openAt(props.tileMenu(item), { x: event.clientX, y: event.clientY });
        }}
        onClick={(event) => {
          const item = itemOf(event);
          if (item !== undefined) onSelect(item, 'pick');
        }}
      >
        <div className={listStyles['rows-track']} role="presentation" style={{ height: layout.height }}>
          {layout.sectionsIn(rows.top, rows.bottom, active < 0 ? -1 : rowAt(active)).map((section) => (
            <div
              key={section.key}
              className={listStyles['rows-section']}
              style={{ top: section.top, height: section.height }}
              role={section.header === null ? 'presentation' : 'group'}
              aria-label={section.header === null ? undefined : section.label}
            >
              {section.header !== null && (
                <div className={listStyles.group} aria-hidden>
                  {section.header}
                </div>
              )}
              {drawnRows(section, rows, active < 0 ? -1 : rowAt(active)).map((row) => (
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
              ))}
            </div>
          ))}
        </div>
      </div>
      {menu}
    </>
  );
}

/** The rows of a section to draw: those in sight, and the one with the active tile. */
function drawnRows(
  section: { from: number; to: number },
  { from, to }: { from: number; to: number },
  active: number,
): number[] {
  const first = Math.max(section.from, from);
  const drawn = Array.from({ length: Math.max(0, Math.min(section.to, to) - first) }, (_, at) => first + at);
  const isElsewhere = active >= section.from && active < section.to && !drawn.includes(active);
  return isElsewhere ? [...drawn, active].toSorted((a, b) => a - b) : drawn;
}

function inRows<T>(sections: readonly ListSection<T>[], columns: number): ListSection<Tile<T>[]>[] {
  let before = 0;
  return sections.map((section) => {
    const first = before;
    before += section.items.length;
    return {
      ...section,
      items: {
        length: Math.ceil(section.items.length / columns),
        at: (row: number) => {
          const tiles: Tile<T>[] = [];
          for (let place = row * columns; place < (row + 1) * columns; place += 1) {
            const item = section.items.at(place);
            if (item !== undefined) tiles.push({ item, index: first + place });
          }
          return tiles;
        },
        findKey: () => -1,
      },
    };
  });
}

function flat<T>(sections: readonly ListSection<T>[]): T[] {
  return sections.flatMap(({ items }) =>
    Array.from({ length: items.length }, (_, place) => items.at(place) as T),
  );
}
