import { useEffect } from 'react';
import type { RefObject } from 'react';
import type { SectionListHandle } from '../../kit/SectionList';

type ListHandle = RefObject<SectionListHandle | null>;

/** Moves the focus to the chosen row, or to its detail where a narrow window hides the list. */
export function focusChosen(list: ListHandle): void {
  list.current?.focus();
  if (document.activeElement !== document.body && document.activeElement?.isConnected === true) return;
  const detail = document.querySelector<HTMLElement>('.app-screen article');
  detail?.setAttribute('tabindex', '-1');
  detail?.focus();
}

/** Moves the focus to the chosen row when what had it leaves the page, as an answered question does. */
export function useKeptFocus(list: ListHandle): void {
  useEffect(() => {
    let focused: Element | null = null;
    const remember = (): void => {
      focused = document.activeElement?.closest('.app-screen') == null ? null : document.activeElement;
    };
    const changed = new MutationObserver(() => {
      if (focused === null || focused.isConnected || document.activeElement !== document.body) return;
      focused = null;
      focusChosen(list);
    });
    remember();
    document.addEventListener('focusin', remember);
    changed.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      changed.disconnect();
    };
  }, [list]);
}
