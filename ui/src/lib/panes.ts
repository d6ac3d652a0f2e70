const MESSAGES = '[data-pane="messages"]';

/** What had the focus in a dialog when another pane got it. */
const leftAt = new WeakMap<HTMLElement, HTMLElement>();

/** The dialog that lies over the window. */
const topDialog = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(`[aria-modal="true"]:not(${MESSAGES})`)].at(-1);

/**
 * The panes of the window, in the order of the page: rail, list, detail, drawer, messages. `data-pane` marks them.
 * While a dialog is open, it and the messages are all there is.
 */
function panes(): HTMLElement[] {
  const dialog = topDialog();
  if (dialog !== undefined) return [dialog, ...document.querySelectorAll<HTMLElement>(MESSAGES)];
  const all = [...document.querySelectorAll<HTMLElement>('[data-pane]')];
  return all.filter((pane) => pane.closest('[inert]') === null && pane.querySelector('[data-pane]') === null);
}

/** Moves the focus into a pane: to where it was, its list or the current entry, else to the pane itself. */
function enter(pane: HTMLElement): void {
  const before = leftAt.get(pane);
  if (before !== undefined && pane.contains(before)) return before.focus();
  if (pane === topDialog()) return pane.focus();
  const start = pane.querySelector<HTMLElement>('[role="listbox"], [role="tree"], [aria-current="page"]');
  (start ?? pane).focus();
}

/** Moves the focus to the next pane, or the one before. */
export function movePane(direction: 1 | -1): void {
  const all = panes();
  if (all.length === 0) return;
  const here = all.findIndex((pane) => pane.contains(document.activeElement));
  const next =
    here < 0 ? (direction === 1 ? 0 : all.length - 1) : (here + direction + all.length) % all.length;
  const from = all[here];
  const pane = all[next];
  if (pane === undefined) return;
  if (from !== undefined && from === topDialog() && document.activeElement instanceof HTMLElement)
    leftAt.set(from, document.activeElement);
  enter(pane);
}

const firstPane = (): HTMLElement | undefined => panes().find((pane) => pane.dataset['pane'] !== 'rail');

/** Moves the focus to the first pane after the rail, and into its list. */
export function movePastRail(): void {
  const first = firstPane();
  if (first !== undefined) enter(first);
}

/** Moves the focus to the first pane of a screen whose list may still be loading. */
export const enterScreen = (): void => firstPane()?.focus();

/** Moves the focus from a list into the detail of the chosen row. */
export function enterDetail(): void {
  document.querySelector<HTMLElement>('[data-pane="detail"]')?.focus();
}
