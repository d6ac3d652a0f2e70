import { useEffect, useLayoutEffect } from 'react';
import type { RefObject } from 'react';

/** Moves the focus to the list, whose chosen row it then has; to the detail where a narrow window hides the list. */
export function focusList(): void {
  document.querySelector<HTMLElement>('[data-pane="main"] [role="listbox"]')?.focus();
  if (document.activeElement === document.body) focusDetail();
}

/** Moves the focus to what the detail pane shows. */
export function focusDetail(): void {
  const detail = document.querySelector<HTMLElement>('[data-pane="main"] article');
  detail?.setAttribute('tabindex', '-1');
  detail?.focus();
}

/** Moves the focus to the detail when what had it leaves the page, as the buttons of an answered request do. */
export function useKeptFocus(): void {
  useEffect(() => {
    let focused: Element | null = null;
    const remember = (): void => {
      focused = document.activeElement?.closest('[data-pane="main"]') == null ? null : document.activeElement;
    };
    const changed = new MutationObserver(() => {
      if (focused === null || focused.isConnected || document.activeElement !== document.body) return;
      focused = null;
      focusDetail();
    });
    remember();
    document.addEventListener('focusin', remember);
    changed.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      changed.disconnect();
    };
  }, []);
}

/** A request the person has just chosen with the pointer, Enter or Space: another object for each time. */
export interface Chosen {
  id: string;
}

const EDITABLE =
  ':is(input:not([type=hidden]), textarea, [contenteditable=true], [data-edits]):not(:disabled)';

/** Moves the focus into the first thing that can be changed in a request; how it is shown is no such thing. */
export function focusFirstField(fields: ParentNode | null): void {
  const candidates = [...(fields?.querySelectorAll<HTMLElement>(EDITABLE) ?? [])];
  const first = candidates.find((each) => each.closest('[data-view]') === null);
  // What the server wrote above stays in view.
  if (first?.dataset['edits'] === undefined) first?.focus({ preventScroll: true });
  // A text that is changed at a press takes the focus by itself.
  else first.click();
}

/**
 * Moves the focus into the first field of a form that opens, so that what is typed is its text: always if the person has chosen
 * it (or asked for its fields), else only if nothing on the screen is being used.
 */
export function useFocusInFields(fields: RefObject<HTMLElement | null>, chosen: Chosen | null): void {
  useLayoutEffect(() => {
    if (chosen === null ? isFocusFree() : !isInMenu()) focusFirstField(fields.current);
  }, [fields, chosen]);
}

/** Whether nothing has the focus, or only the way to the screen. */
const isFocusFree = (): boolean =>
  document.activeElement === document.body || document.activeElement?.closest('[data-pane="rail"]') != null;

/** Whether the focus is in a menu or dialog over the screen. */
const isInMenu = (): boolean => document.activeElement?.closest('[role="menu"], [role="dialog"]') != null;
