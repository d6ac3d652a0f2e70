import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import type { AppId, AppPlace, AppRect } from '../../api/generated/contract';
import { placeApp } from './placeApp';

/** So often the place of an app is read: nothing reports that a picture above it has made it move. */
const READ_EVERY_MS = 1_000;

/** After these, something may lie over an app that did not before, or no more. */
const EVENTS = ['scroll', 'resize', 'focusin', 'transitionend', 'animationend'] as const;

const NOWHERE: AppRect = { x: 0, y: 0, width: 0, height: 0 };

const rectOf = ({ x, y, width, height }: DOMRect): AppRect => ({ x, y, width, height });

const common = (a: AppRect, b: AppRect): AppRect => {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)];
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : NOWHERE;
};

/** What of an element its scrolling ancestors and the window leave to be seen. */
function visiblePart(slot: HTMLElement): AppRect {
  let visible = common(rectOf(slot.getBoundingClientRect()), {
    ...NOWHERE,
    width: window.innerWidth,
    height: window.innerHeight,
  });
  for (let around = slot.parentElement; around !== null; around = around.parentElement) {
    if (getComputedStyle(around).overflow !== 'visible') {
      visible = common(visible, rectOf(around.getBoundingClientRect()));
    }
  }
  return visible;
}

/** What may lie over the page: menus, dialogs and messages. */
const OVERLAYS = ['[data-portal] > *', '[data-pane="messages"]'];

/** Whether an overlay, or a part of it, lies over an area in which the slot is seen. */
function overlaps(overlay: Element, slot: HTMLElement, area: AppRect): boolean {
  const rect = rectOf(overlay.getBoundingClientRect());
  const isFrame =
    rect.width * rect.height === 0 ||
    overlay.contains(slot) ||
    getComputedStyle(overlay).pointerEvents === 'none';
  if (isFrame) return [...overlay.children].some((part) => overlaps(part, slot, area));
  return common(rect, area) !== NOWHERE;
}

/** Whether something else lies over a part of an element. What is no overlay is looked for at some points. */
function isCovered(slot: HTMLElement, area: AppRect): boolean {
  const overlays = document.querySelectorAll(OVERLAYS.join());
  if ([...overlays].some((overlay) => overlaps(overlay, slot, area))) return true;
  const { x, y, width, height } = area;
  const steps = [0.02, 0.25, 0.5, 0.75, 0.98];
  return steps.some((across) =>
    steps.some((down) => {
      const top = document.elementFromPoint(x + width * across, y + height * down);
      return top !== null && !slot.contains(top);
    }),
  );
}

/**
 * Keeps an app where its slot is: over the page, cut off as the slot is, and away while something lies over it.
 * Returns whether something does.
 */
export function useAppPlace(appId: AppId, slot: RefObject<HTMLElement | null>): boolean {
  const [covered, setCovered] = useState(false);
  useEffect(() => {
    let last = '';
    let readAt = '';
    let frame: number | null = null;
    const read = (element: HTMLElement): string => JSON.stringify(element.getBoundingClientRect());
    const send = (place: AppPlace) => {
      const text = JSON.stringify(place);
      if (text === last) return;
      last = text;
      void placeApp(appId, place);
    };
    const update = () => {
      frame = null;
      if (slot.current === null) return;
      readAt = read(slot.current);
      const visible = visiblePart(slot.current);
      const isOver = visible.width > 0 && isCovered(slot.current, visible);
      setCovered(isOver);
      if (isOver || visible.width === 0) return send({ kind: 'hidden' });
      return send({ kind: 'inline', area: rectOf(slot.current.getBoundingClientRect()), visible });
    };
    /** Once a frame, however much has changed in it. */
    const look = () => {
      frame ??= requestAnimationFrame(update);
    };
    update();
    const sizes = new ResizeObserver(look);
    if (slot.current !== null) sizes.observe(slot.current);
    const parts = new MutationObserver(look);
    parts.observe(document.body, { childList: true, attributes: true, characterData: true, subtree: true });
    const timer = setInterval(() => {
      if (slot.current !== null && read(slot.current) !== readAt) look();
    }, READ_EVERY_MS);
    for (const event of EVENTS) window.addEventListener(event, look, { capture: true, passive: true });
    return () => {
      sizes.disconnect();
      parts.disconnect();
      clearInterval(timer);
      if (frame !== null) cancelAnimationFrame(frame);
      for (const event of EVENTS) window.removeEventListener(event, look, { capture: true });
      send({ kind: 'hidden' });
    };
  }, [appId, slot]);
  return covered;
}
