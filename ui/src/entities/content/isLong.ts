/** Longer texts, in characters, are shown in the editor: it draws what is in sight, and has a search of its own. */
const LONG = 200_000;

export const isLong = (text: string): boolean => text.length > LONG;
