import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { statePart } from '../lib/store';
import type { RowLayout } from './rowLayout';

/** Drawn above and below what is in sight, px. */
const BEYOND_PX = 480;

/** Where sizes are not known (a test, a hidden pane), this much is taken to be in sight. */
const ASSUMED_PX = 800;

interface RowWindowOptions {
  /** What a sticky header hides of the rows at the top, px. */
  covered?: number;
  /** For a list that grows at its end: follow it there; `gone` counts the rows let go at the top. */
  tail?: { gone: number };
  /** By this name the list is scrolled as it was when it was left. */
  keptAs?: string | undefined;
}

/** How far lists were scrolled when they were left, px. */
const kept = statePart(() => new Map<string, number>());

interface View {
  top: number;
  height: number;
}

/** Which rows of a list to draw, and how to scroll it. */
export interface RowWindow {
  scroller: RefObject<HTMLDivElement | null>;
  /** The rows to draw: from `from` to before `to`. */
  from: number;
  to: number;
  /** The part of the list that is drawn, px. */
  top: number;
  bottom: number;
  /** Whether the end is in sight and stays there when rows are added. */
  following: boolean;
  onScroll: () => void;
  toEnd: () => void;
  /** Scrolls a row into sight. */
  reveal: (index: number) => void;
  /** How many rows a page key moves. */
  page: number;
}

/**
 * The rows of a list that are in sight. Its cost does not depend on how many there are, also when some are added: that
 * is why a virtualizer that keeps a measurement of each row is not used.
 */
export function useRowWindow(layout: RowLayout, options: RowWindowOptions = {}): RowWindow {
  const { covered = 0, tail, keptAs } = options;
  const gone = tail?.gone ?? 0;
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>(() => ({
    top: tail === undefined ? (kept().get(keptAs ?? '') ?? 0) : Math.max(0, layout.height - ASSUMED_PX),
    height: ASSUMED_PX,
  }));
  const [following, setFollowing] = useState(tail !== undefined);
  const goneBefore = useRef(gone);

  const measure = (): void => {
    const element = scroller.current;
    if (element === null) return;
    const height = element.clientHeight > 0 ? element.clientHeight : ASSUMED_PX;
    const next = { top: element.scrollTop, height };
    setView((before) => (sameRows(layout, before, next) ? before : next));
  };

  const rowsMoved = useEffectEvent(() => {
    const element = scroller.current;
    if (element === null) return;
    const moved = gone - goneBefore.current;
    goneBefore.current = gone;
    if (following) element.scrollTop = layout.height;
    else if (moved > 0) element.scrollTop -= moved * layout.heightOf(0);
    measure();
  });
  useLayoutEffect(() => rowsMoved(), [layout.height, gone, following]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || keptAs === undefined) return;
    element.scrollTop = kept().get(keptAs) ?? 0;
    return () => void kept().set(keptAs, element.scrollTop);
  }, [keptAs]);

  // A pane grows while it opens, and people drag it: the end stays in view.
  const resized = useEffectEvent(() => {
    if (following && scroller.current !== null) scroller.current.scrollTop = scroller.current.scrollHeight;
    measure();
  });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const watch = new ResizeObserver(() => resized());
    watch.observe(element);
    return () => watch.disconnect();
  }, []);

  const lastTop = Math.max(0, layout.height - view.height);
  const inSight = { top: following ? lastTop : Math.min(view.top, lastTop), height: view.height };
  const { from, to } = rowsOf(layout, inSight);
  return {
    scroller,
    from,
    to,
    top: inSight.top - BEYOND_PX,
    bottom: inSight.top + view.height + BEYOND_PX,
    following,
    page: Math.max(1, Math.floor(view.height / layout.heightOf(0)) - 1),
    onScroll: () => {
      const element = scroller.current;
      if (element === null) return;
      const atEnd =
        element.scrollHeight - element.scrollTop - element.clientHeight < layout.heightOf(layout.count - 1);
      const follows = tail !== undefined && atEnd;
      if (follows === following && sameRows(layout, view, { ...view, top: element.scrollTop })) return;
      // Drawn before the frame is: no empty rows are seen while it scrolls.
      flushSync(() => {
        setFollowing(follows);
        measure();
      });
    },
    toEnd: () => setFollowing(true),
    reveal: (index) => {
      const element = scroller.current;
      if (element === null) return;
      const above = layout.topOf(index);
      const below = above + layout.heightOf(index) - (element.clientHeight || view.height);
      if (element.scrollTop > above - covered) element.scrollTop = Math.max(0, above - covered);
      else if (element.scrollTop < below) element.scrollTop = below;
      else return;
      if (tail !== undefined) setFollowing(index >= layout.count - 1);
      measure();
    },
  };
}

/** Brings into sight what a link, the search or going back has chosen: the row at `index`, or -1 while there is none. */
export function useInSight({ reveal }: RowWindow, chosen: string | null, index: number): void {
  const isThere = index >= 0;
  const show = useEffectEvent(() => reveal(index));
  useEffect(() => {
    if (isThere) show();
  }, [chosen, isThere]);
}

function rowsOf(layout: RowLayout, { top, height }: View): { from: number; to: number } {
  if (layout.count === 0) return { from: 0, to: 0 };
  return { from: layout.indexAt(top - BEYOND_PX), to: layout.indexAt(top + height + BEYOND_PX) + 1 };
}

function sameRows(layout: RowLayout, a: View, b: View): boolean {
  return (
    a.height === b.height &&
    layout.placeAt(a.top - BEYOND_PX) === layout.placeAt(b.top - BEYOND_PX) &&
    layout.placeAt(a.top + a.height + BEYOND_PX) === layout.placeAt(b.top + b.height + BEYOND_PX)
  );
}
