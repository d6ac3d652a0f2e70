/** Keys that follow text within this time belong to the same text. */
const BURST_MS = 1_000;

/** How often each single key, such as `J` or `shift+?`, is bound. */
const bound = new Map<string, number>();
const typed = new WeakSet<Event>();
let lastTyped = Number.NEGATIVE_INFINITY;

/** Notes that a key without modifiers does something. Returns how to take it back. */
export function bindKey(key: string): () => void {
  const name = key.toLowerCase();
  if (bound.size === 0) window.addEventListener('keydown', note, true);
  bound.set(name, (bound.get(name) ?? 0) + 1);
  return () => {
    const left = (bound.get(name) ?? 0) - 1;
    if (left > 0) bound.set(name, left);
    else bound.delete(name);
    if (bound.size > 0) return;
    window.removeEventListener('keydown', note, true);
    lastTyped = Number.NEGATIVE_INFINITY;
  };
}

/** Whether the press of a bound key is text: it follows other text closely. */
export const isTyped = (event: Event): boolean => typed.has(event);

/** A character is text in a field, right after other text, and where it does nothing else. */
function note(event: KeyboardEvent): void {
  // Whoever gives a command has ended the text.
  if (isChord(event)) lastTyped = Number.NEGATIVE_INFINITY;
  if (!isCharacter(event)) return;
  const inBurst = event.timeStamp - lastTyped < BURST_MS;
  if (!inBurst && bound.has(nameOf(event)) && !isField(event.target)) return;
  typed.add(event);
  lastTyped = event.timeStamp;
}

/** Space presses buttons, so that it neither begins a text nor ends one. */
const isCharacter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;

/** A character with Ctrl or Cmd. With Alt as well it may be a character of the keyboard's third level. */
const isChord = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && (ctrlKey || metaKey) && !altKey;

const nameOf = ({ key, shiftKey }: KeyboardEvent): string =>
  `${shiftKey ? 'shift+' : ''}${key.toLowerCase()}`;

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
