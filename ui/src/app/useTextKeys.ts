import { useHotkeys } from '@mantine/hooks';
import { isField } from '../lib/fields';

const FINDS = ['input[type="search"]', '.cm-content'].join();

/** What Ctrl+A takes: what stands together, and at most a pane. */
const TOGETHER = ['pre', '[data-part="markdown"]', '[role="region"]', 'article', '[data-pane]'].join();

/** Ctrl+F finds in what is shown, and Ctrl+A takes the text around the focus or the last click, never the window. */
export function useTextKeys(): void {
  useHotkeys([['mod+F', find]], [], true);
  useHotkeys([['mod+A', selectTogether, { preventDefault: false }]]);
}

/** Goes to the search of a dialog, else of the pane with the focus, else of the first pane that has one. */
function find(event: KeyboardEvent): void {
  // An editor has a search of its own.
  if (isIn(event.target, '.cm-editor')) return;
  const dialog = [...document.querySelectorAll('[role="dialog"]')].at(-1);
  const pane = event.target instanceof Element ? event.target.closest('[data-pane]') : null;
  const found = [dialog ?? pane, dialog ?? document]
    .flatMap((place) => [...(place?.querySelectorAll<HTMLElement>(FINDS) ?? [])])
    .find((field) => field.checkVisibility());
  found?.focus();
  if (found instanceof HTMLInputElement) found.select();
  // An editor opens its search by the same keys.
  else found?.dispatchEvent(new KeyboardEvent('keydown', { ...keysOf(event), bubbles: false }));
}

const keysOf = ({ key, code, keyCode, ctrlKey, metaKey }: KeyboardEvent): KeyboardEventInit => ({
  key,
  code,
  keyCode,
  ctrlKey,
  metaKey,
});

function selectTogether(event: KeyboardEvent): void {
  if (event.defaultPrevented || isField(event.target)) return;
  const selection = getSelection();
  const { activeElement } = document;
  const clicked = selection?.anchorNode?.parentElement ?? null;
  const at = activeElement === null || activeElement === document.body ? clicked : activeElement;
  event.preventDefault();
  const whole = at?.closest(TOGETHER);
  if (whole != null) selection?.selectAllChildren(whole);
}

const isIn = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;
