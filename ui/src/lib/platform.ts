/** Whether the command key plays the part of Ctrl. */
export const isMac = typeof navigator !== 'undefined' && /mac/i.test(navigator.platform);

/** The keys that go back and forward. */
export const travelKeys = isMac ? ['⌘ [', '⌘ ]'] : ['Alt ←', 'Alt →'];

/** The modifier as it stands on the keyboard. */
export const modKey = isMac ? '⌘' : 'Ctrl';

/** Keys as `aria-keyshortcuts` names them. */
export const ariaKeys = (keys: `mod+${string}`): string => keys.replace('mod', isMac ? 'Meta' : 'Control');

/** Whether a file can be dragged out of the window: WebKitGTK hands the `file:` URL of a drag on, other web views do not. */
export const dragsFiles = typeof navigator !== 'undefined' && !/mac|win/i.test(navigator.platform);
