/** Whether the command key plays the part of Ctrl. */
export const isMac = typeof navigator !== 'undefined' && /mac/i.test(navigator.platform);

/** The keys that go back and forward. */
export const travelKeys = isMac ? ['⌘ [', '⌘ ]'] : ['Alt ←', 'Alt →'];

/** The modifier as it stands on the keyboard. */
export const modKey = isMac ? '⌘' : 'Ctrl';
