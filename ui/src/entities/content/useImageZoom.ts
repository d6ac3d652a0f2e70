import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent, PointerEvent, RefObject } from 'react';
import { stepped, zoomKey } from '../../lib/zoom';

/** How large an image is shown; 1 = each pixel as one of the page. */
type Zoom = 'fit' | number;

export const IMAGE_STEPS = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 8] as const;

const SMALLEST = IMAGE_STEPS[0];
const LARGEST = 8;

/** How far the wheel turns for an image e times as large, CSS pixels; and what one event counts at most. */
const WHEEL = { whole: 300, most: 100, line: 16 };

/** A point of the pane, and the part of the image that is to stay there. */
interface Anchor {
  x: number;
  y: number;
  across: number;
  down: number;
}

/** Where a press on the image began, and how far the pane was scrolled then. */
interface Pan {
  x: number;
  y: number;
  left: number;
  top: number;
}

/**
 * The zoom of an image in a pane that scrolls: by steps, by keys in the pane, and by the wheel with Ctrl or Cmd around the
 * pointer. An image larger than its pane is moved by dragging. What is drawn may have more pixels than the image is wide
 * (`ownWidth`; `null` = it has not).
 */
export function useImageZoom(image: RefObject<HTMLImageElement | null>, ownWidth: number | null) {
  const [stage, setStage] = useState<HTMLElement | null>(null);
  const [zoom, setZoom] = useState<Zoom>('fit');
  const anchor = useRef<Anchor | null>(null);
  const pan = useRef<Pan | null>(null);

  const now = (): number => {
    const { clientWidth = 0, naturalWidth = 0 } = image.current ?? {};
    return zoom === 'fit' ? clientWidth / (ownWidth ?? naturalWidth) || 1 : zoom;
  };

  const zoomTo = (next: Zoom, at?: { clientX: number; clientY: number }): void => {
    if (stage !== null && image.current !== null) {
      const pane = stage.getBoundingClientRect();
      const shown = image.current.getBoundingClientRect();
      const x = at?.clientX ?? pane.left + pane.width / 2;
      const y = at?.clientY ?? pane.top + pane.height / 2;
      anchor.current = {
        x,
        y,
        across: (x - shown.left) / (shown.width || 1),
        down: (y - shown.top) / (shown.height || 1),
      };
    }
    setZoom(next);
  };

  useLayoutEffect(() => {
    const at = anchor.current;
    anchor.current = null;
    if (at === null || stage === null || image.current === null) return;
    const shown = image.current.getBoundingClientRect();
    stage.scrollBy(shown.left + at.across * shown.width - at.x, shown.top + at.down * shown.height - at.y);
  }, [zoom, stage, image]);

  const onWheel = useEffectEvent((event: WheelEvent): void => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const turned = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * WHEEL.line : event.deltaY;
    const counted = Math.min(WHEEL.most, Math.max(-WHEEL.most, turned));
    zoomTo(Math.min(LARGEST, Math.max(SMALLEST, now() * Math.exp(-counted / WHEEL.whole))), event);
  });
  useEffect(() => {
    // React's own listener may not keep the page from scrolling.
    stage?.addEventListener('wheel', onWheel, { passive: false });
    return () => stage?.removeEventListener('wheel', onWheel);
  }, [stage]);

  const isLarger = (): boolean =>
    stage !== null && (stage.scrollWidth > stage.clientWidth || stage.scrollHeight > stage.clientHeight);

  return {
    zoom,
    zoomTo,
    now,
    stageProps: {
      ref: setStage,
      onKeyDown: (event: KeyboardEvent): void => {
        const key = event.ctrlKey || event.metaKey || event.altKey ? null : zoomKey(event);
        if (key === null) return;
        event.preventDefault();
        zoomTo(key === 'reset' ? 'fit' : stepped(IMAGE_STEPS, now(), key));
      },
    },
    /** What moves the image, instead of dragging it out of the window. */
    imageProps: {
      onMouseDown: (event: MouseEvent): void => {
        if (isLarger()) event.stopPropagation();
      },
      onDragStart: (event: MouseEvent): void => {
        if (!isLarger()) return;
        event.preventDefault();
        event.stopPropagation();
      },
      onPointerDown: (event: PointerEvent<HTMLElement>): void => {
        // A finger scrolls by itself.
        if (event.button !== 0 || event.pointerType === 'touch' || stage === null || !isLarger()) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        pan.current = { x: event.clientX, y: event.clientY, left: stage.scrollLeft, top: stage.scrollTop };
      },
      onPointerMove: (event: PointerEvent): void => {
        if (pan.current === null || stage === null) return;
        const { x, y, left, top } = pan.current;
        stage.scrollTo(left + x - event.clientX, top + y - event.clientY);
      },
      onPointerUp: (): void => {
        pan.current = null;
      },
      onPointerCancel: (): void => {
        pan.current = null;
      },
    },
  };
}
