/** Whether the command key plays the part of Ctrl. */
const isMac = typeof navigator !== 'undefined' && /mac/i.test(navigator.platform);

/** The modifier as it stands on the keyboard. */
export const modKey = isMac ? '⌘' : 'Ctrl';
