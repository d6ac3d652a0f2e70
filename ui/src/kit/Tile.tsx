import { memo, useRef } from 'react';
import type { ReactNode } from 'react';
import { Icon } from './Icon';
import { RowDescription } from './RowDescription';
import { visibleString } from '../lib/visible';
import { useShownBeside } from './shownBeside';
import { cx } from '../lib/cx';
import listStyles from './list.module.css';
import styles from './tileGrid.module.css';

interface TileProps<T> {
  id: string;
  item: T;
  /** Its place among all, from 0, and how many there are. */
  place: number;
  count: number;
  isActive: boolean;
  /** Whether it is marked; `null` = it cannot be. */
  isMarked: boolean | null;
  /** Whether it can be dragged out of the window. */
  isDraggable: boolean;
  tileLabel: (item: T) => string;
  /** A tile's content. It must hold no button or link: a tile is chosen as a whole. */
  renderTile: (item: T) => ReactNode;
}

/** A tile of a grid. While the grid scrolls, the tiles that stay in sight are not drawn again. */
export const Tile = memo(function Tile<T>(props: TileProps<T>): ReactNode {
  const { id, item, place, isActive, isMarked } = props;
  const tile = useRef<HTMLDivElement>(null);
  const label = visibleString(props.tileLabel(item));
  const beside = useShownBeside(tile, label, isActive);
  return (
    <div
      ref={tile}
      id={id}
      data-index={place}
      className={cx(styles.tile, isActive && styles.on, isMarked === true && listStyles.marked)}
      role="option"
      aria-label={label}
      aria-selected={isActive}
      aria-checked={isMarked === true ? true : undefined}
      aria-setsize={props.count}
      aria-posinset={place + 1}
      aria-describedby={beside === '' ? undefined : `${id}-note`}
      tabIndex={-1}
      draggable={props.isDraggable || undefined}
    >
      <span className={styles.content}>{props.renderTile(item)}</span>
      {isMarked === true && (
        <span className={listStyles.check}>
          <Icon name="check" size={14} />
        </span>
      )}
      <RowDescription id={`${id}-note`} text={beside} />
    </div>
  );
}) as <T>(props: TileProps<T>) => ReactNode;
