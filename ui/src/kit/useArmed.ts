import { useCallback, useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';

/** A button that answers ignores everything this long after it appears, moves or comes to be seen: a click or key meant for something else answers nothing. */
const ARMED_AFTER_MS = 500;
/** How often it is looked at where a button stands. */
const LOOK_EVERY_MS = 100;
/** Less than this is a pressed button that gives way, no move. */
const MOVED_BY_PX = 4;
/** So far within its corners it is asked what lies there: the corners themselves are round. */
const CORNER_PX = 4;

interface Arming {
  /** Whether the button takes a press, as it should look. */
  armed: boolean;
  /** The same at the moment of a press, also if the button has moved just now. */
  isArmed: () => boolean;
}

/** Whether a button has stood still before the person, with nothing over it, for long enough. One for each button, keyed by what it does. */
export function useArmed(place: RefObject<HTMLElement | null>): Arming {
  const [armed, setArmed] = useState(false);
  // What counts is known without waiting for the page to be drawn again.
  const now = useRef<{ armed: boolean; look: () => void }>({ armed: false, look: () => {} });
  useEffect(() => {
    const current = now.current;
    let stood = placeOf(place.current);
    let lay = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const set = (next: boolean): void => {
      current.armed = next;
      setArmed(next);
    };
    const begin = (): void => {
      set(false);
      clearTimeout(timer);
      timer = setTimeout(() => set(true), ARMED_AFTER_MS);
    };
    current.look = () => {
      const stands = placeOf(place.current);
      const lies = isCovered(place.current, stands);
      // The time begins anew with the first look at which nothing lies over it any more.
      if (!isMoved(stood, stands) && !lies && !lay) return;
      stood = stands;
      lay = lies;
      begin();
    };
    begin();
    const leave = lookOn(current.look);
    // A click that brings the window to the front was meant to do just that.
    window.addEventListener('focus', begin);
    return () => {
      leave();
      window.removeEventListener('focus', begin);
      clearTimeout(timer);
      current.armed = false;
    };
  }, [place]);
  const isArmed = useCallback(() => {
    now.current.look();
    return now.current.armed;
  }, []);
  return { armed, isArmed };
}

/** For a button that answers: a key that is held presses a focused button over and over. */
export function ignoreHeld(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}

type Place = readonly [x: number, y: number, width: number, height: number];

function placeOf(element: HTMLElement | null): Place {
  if (element === null) return [0, 0, 0, 0];
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x, y, width, height];
}

function isMoved(stood: Place, stands: Place): boolean {
  return stood.some((each, index) => Math.abs(each - (stands[index] ?? each)) >= MOVED_BY_PX);
}

/** Whether something else, such as a message or a menu, would take a press of the button's middle or of one of its corners. */
function isCovered(element: HTMLElement | null, [x, y, width, height]: Place): boolean {
  const [left, right] = [x + CORNER_PX, x + width - CORNER_PX];
  const [top, bottom] = [y + CORNER_PX, y + height - CORNER_PX];
  const points = [
    [x + width / 2, y + height / 2],
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ] as const;
  return points.some(([atX, atY]) => {
    const there = document.elementFromPoint(atX, atY);
    return there !== null && element?.contains(there) === false;
  });
}

const looks = new Set<() => void>();
let looking: ReturnType<typeof setInterval> | undefined;

/** One clock for all buttons, which stands still while there is none. Returns how to leave it. */
function lookOn(look: () => void): () => void {
  looks.add(look);
  looking ??= setInterval(() => looks.forEach((each) => each()), LOOK_EVERY_MS);
  return () => {
    looks.delete(look);
    if (looks.size > 0) return;
    clearInterval(looking);
    looking = undefined;
  };
}
