import { memo, useRef } from 'react';
import type { HTMLAttributes, ReactNode } from 'react';
import { cx } from '../lib/cx';
import { Icon } from './Icon';
import { RowDescription } from './RowDescription';
import { useShownBeside } from './shownBeside';
import { visibleString } from '../lib/visible';
import styles from './list.module.css';

/** How the rows of a tree stand in it. */
export interface TreeRows<T> {
  /** How deep a row is; 1 = at the top. */
  level: (item: T) => number;
  /** Whether what is below a row is shown; `null` = nothing is below it. */
  expanded: (item: T) => boolean | null;
  onToggle: (item: T) => void;
}

/** How the rows of a list are drawn. */
export interface RowProps<T> {
  /** A row's content. It must hold no button or link: a row is chosen as a whole. */
  renderRow: (item: T) => ReactNode;
  /** A row's accessible name, where its content reads badly; what the row shows beyond that is its description. */
  rowLabel?: ((item: T) => string) | undefined;
  /** What the marks of a row mean, read after its name. */
  rowNote?: ((item: T) => string) | undefined;
}

interface DrawnRowProps<T> extends RowProps<T> {
  id: string;
  item: T;
  index: number;
  count: number;
  top: number;
  height: number;
  isActive: boolean;
  /** Whether it is marked; `null` = it cannot be. */
  isMarked: boolean | null;
  /** Whether it can be dragged out of the window. */
  isDraggable: boolean;
  drag: HTMLAttributes<HTMLElement> | undefined;
  /** How deep it is and whether what is below it is shown, in a tree. */
  level: number | undefined;
  expanded: boolean | null | undefined;
}

/** A row. While the list scrolls, the rows that stay in sight are not drawn again. */
export const SectionRow = memo(function SectionRow<T>(props: DrawnRowProps<T>): ReactNode {
  const {
    id,
    item,
    index,
    count,
    top,
    height,
    isActive,
    isMarked,
    isDraggable,
    renderRow,
    rowLabel,
    rowNote,
    level,
    expanded,
  } = props;
  const row = useRef<HTMLDivElement>(null);
  const label = rowLabel?.(item);
  const name = label && visibleString(label);
  const beside = useShownBeside(row, name, isActive);
  const note = [rowNote?.(item) ?? '', beside].filter((part) => part !== '').join(', ');
  return (
    <div
      ref={row}
      id={id}
      data-index={index}
      className={cx(styles.r, isActive && styles.on, isMarked === true && styles.marked)}
      data-part="r"
      style={{ top, height }}
      role={level === undefined ? 'option' : 'treeitem'}
      aria-level={level}
      aria-expanded={expanded ?? undefined}
      aria-label={name}
      aria-selected={isActive}
      aria-checked={isMarked === true ? true : undefined}
      aria-setsize={count}
      aria-posinset={index + 1}
      aria-describedby={note === '' ? undefined : `${id}-note`}
      tabIndex={-1}
      draggable={isDraggable || undefined}
      {...props.drag}
    >
      {renderRow(item)}
      {isMarked === true && (
        <span className={styles.check}>
          <Icon name="check" size={14} />
        </span>
      )}
      <RowDescription id={`${id}-note`} text={note} />
    </div>
  );
}) as <T>(props: DrawnRowProps<T>) => ReactNode;
