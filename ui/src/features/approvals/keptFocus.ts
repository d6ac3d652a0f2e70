import { useEffect } from 'react';

/** Moves the focus to the list, whose chosen row it then has; to the detail where a narrow window hides the list. */
export function focusList(): void {
  document.querySelector<HTMLElement>('[data-pane="main"] [role="listbox"]')?.focus();
  if (document.activeElement === document.body) focusDetail();
}

/** Moves the focus to what the detail pane shows. */
function focusDetail(): void {
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
