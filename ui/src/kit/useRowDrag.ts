import { useState } from 'react';
import type { DragEvent, HTMLAttributes } from 'react';
import type { ListSection } from './rowLayout';

/** Lets rows of a list be dragged to other places in it. */
export interface RowDrag<T> {
  isMovable: (item: T) => boolean;
  /** What is dragged by the header of a section; `undefined` = the section stays. */
  headOf?: (section: Pick<ListSection<T>, 'key' | 'label' | 'items'>) => T | undefined;
  onDrop: (dragged: T, target: T, side: 'before' | 'after') => void;
}

interface Over {
  key: string;
  side: 'before' | 'after';
}

const TYPE = 'text/plain';

/** The attributes that make a row one that is dragged and dropped on; none where rows stay. */
export function useRowDrag<T>(drag: RowDrag<T> | undefined, itemKey: (item: T) => string) {
  const [dragged, setDragged] = useState<T | null>(null);
  const [over, setOver] = useState<Over | null>(null);
  const stop = () => {
    setDragged(null);
    setOver(null);
  };
  return (item: T): HTMLAttributes<HTMLElement> | undefined => {
    if (drag === undefined || !drag.isMovable(item)) return undefined;
    const key = itemKey(item);
    const sideOf = ({ currentTarget, clientY }: DragEvent): Over['side'] => {
      const { top, height } = currentTarget.getBoundingClientRect();
      return clientY < top + height / 2 ? 'before' : 'after';
    };
    return {
      draggable: true,
      ...(over?.key === key && { 'data-drop': over.side }),
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.setData(TYPE, key);
        event.dataTransfer.effectAllowed = 'move';
        setDragged(item);
      },
      onDragOver: (event: DragEvent) => {
        if (dragged === null) return;
        event.preventDefault();
        const side = sideOf(event);
        if (over?.key !== key || over.side !== side) setOver({ key, side });
      },
      onDrop: (event: DragEvent) => {
        if (dragged === null) return;
        event.preventDefault();
        drag.onDrop(dragged, item, sideOf(event));
        stop();
      },
      onDragEnd: stop,
    };
  };
}
