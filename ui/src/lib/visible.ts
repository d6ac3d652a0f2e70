/** A piece of foreign text: shown as it is, or a character nobody would see, by its code point. */
export type VisiblePart =
  | { kind: 'text'; text: string }
  | { kind: 'hidden'; codePoint: string; name: string };

// Controls (but not tab and line breaks), soft hyphen, invisible fillers, zero-width, direction marks and overrides,
// invisible operators, variation selectors beyond the emoji ones, interlinear marks, the byte order mark, tag characters.
export const HIDDEN =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- finding control characters is the point
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]/gu;

const NAMES: Record<number, string> = {
  0x00: 'null',
  0x1b: 'escape',
  0xad: 'soft hyphen',
  0x200b: 'zero-width space',
  0x200c: 'zero-width non-joiner',
  0x200d: 'zero-width joiner',
  0x200e: 'left-to-right mark',
  0x200f: 'right-to-left mark',
  0x202a: 'left-to-right embedding',
  0x202b: 'right-to-left embedding',
  0x202c: 'pop directional formatting',
  0x202d: 'left-to-right override',
  0x202e: 'right-to-left override',
  0x2060: 'word joiner',
  0x2066: 'left-to-right isolate',
  0x2067: 'right-to-left isolate',
  0x2068: 'first strong isolate',
  0x2069: 'pop directional isolate',
  0xfeff: 'byte order mark',
};

/** Whether the zero-width joiner at `index` holds an emoji together, where it hides nothing. */
function joinsEmoji(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - 4), index);
  const after = text.slice(index + 1, index + 3);
  return (
    // oxlint-disable-next-line no-misleading-character-class
    /\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?$/u.test(before) &&
    /^\p{Extended_Pictographic}/u.test(after)
  );
}

/** Whether the variation selector at `index` follows what it can change: after anything else it is there for machines. */
function selectsEmoji(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - 2), index);
  // oxlint-disable-next-line no-misleading-character-class
  return !/(?:^|[\s\uFE00-\uFE0F]|(?!\p{Extended_Pictographic})\p{Alphabetic})$/u.test(before);
}

/** What to show for the character {@link HIDDEN} found at `index`; `null` = it hides nothing there. */
export function hiddenAt(text: string, index: number): Extract<VisiblePart, { kind: 'hidden' }> | null {
  const code = text.codePointAt(index) ?? 0;
  if (code === 0x200d && joinsEmoji(text, index)) return null;
  if ((code === 0xfe0e || code === 0xfe0f) && selectsEmoji(text, index)) return null;
  return {
    kind: 'hidden',
    codePoint: `U+${code.toString(16).toUpperCase().padStart(4, '0')}`,
    name: NAMES[code] ?? 'hidden character',
  };
}

/** Splits foreign text so that nothing in it stays invisible. */
export function visibleParts(text: string): VisiblePart[] {
  const parts: VisiblePart[] = [];
  let from = 0;
  for (const match of text.matchAll(HIDDEN)) {
    const hidden = hiddenAt(text, match.index);
    if (hidden === null) continue;
    if (match.index > from) parts.push({ kind: 'text', text: text.slice(from, match.index) });
    parts.push(hidden);
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) });
  return parts;
}

/** The same as one string, for places that hold only text (accessible names, tooltips). */
export function visibleString(text: string): string {
  return visibleParts(text)
    .map((part) => (part.kind === 'text' ? part.text : `[${part.codePoint}]`))
    .join('');
}
