import { useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { ROW_PX } from './FrameRow';

/** Rows drawn above and below what is in sight. */
const BEYOND = 12;

/** Where sizes are not known, as in tests, this much is taken to be in sight. */
const ASSUMED_PX = 600;

interface RowWindow {
  scroller: RefObject<HTMLDivElement | null>;
  /** The rows to draw: from `from` to before `to`. */
  from: number;
  to: number;
  /** Whether the end is in sight, and stays there when rows are added. */
  following: boolean;
  onScroll: () => void;
  toEnd: () => void;
  /** Brings a row into sight. */
  reveal: (index: number) => void;
  /** How many rows are in sight. */
  page: number;
}

/**
 * Which rows of a list of equal rows are in sight, without looking at the others. Keeps the end in view as long as it is
 * in view; otherwise what is in view stays where it is, also when rows have `gone` at the top.
 */
export function useRowWindow(count: number, gone: number): RowWindow {
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: Math.max(0, count * ROW_PX - ASSUMED_PX), height: ASSUMED_PX });
  const [following, setFollowing] = useState(true);
  const goneBefore = useRef(gone);

  const measure = (): void => {
    const element = scroller.current;
    if (element === null) return;
    const height = element.clientHeight > 0 ? element.clientHeight : ASSUMED_PX;
    setView((before) =>
      before.top === element.scrollTop && before.height === height
        ? before
        : { top: element.scrollTop, height },
    );
  };

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const moved = gone - goneBefore.current;
    goneBefore.current = gone;
    if (following) element.scrollTop = count * ROW_PX;
    else if (moved > 0) element.scrollTop -= moved * ROW_PX;
    measure();
  }, [count, gone, following]);

  // The drawer grows while it opens, and people drag it: the end stays in view.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const watch = new ResizeObserver(() => {
      if (following) element.scrollTop = element.scrollHeight;
      measure();
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [following]);

  const lastTop = Math.max(0, count * ROW_PX - view.height);
  const top = following ? lastTop : Math.min(view.top, lastTop);
  const from = Math.max(0, Math.floor(top / ROW_PX) - BEYOND);
  const to = Math.min(count, Math.ceil((top + view.height) / ROW_PX) + BEYOND);
  return {
    scroller,
    from,
    to,
    following,
    page: Math.max(1, Math.floor(view.height / ROW_PX) - 1),
    onScroll: () => {
      const element = scroller.current;
      if (element === null) return;
      setFollowing(element.scrollHeight - element.scrollTop - element.clientHeight < ROW_PX);
      measure();
    },
    toEnd: () => setFollowing(true),
    reveal: (index) => {
      const element = scroller.current;
      if (element === null) return;
      const above = index * ROW_PX;
      const below = above + ROW_PX - view.height;
      if (element.scrollTop > above || element.scrollTop < below) {
        element.scrollTop = element.scrollTop > above ? above : below;
        setFollowing(index >= count - 1);
        measure();
      }
    },
  };
}
