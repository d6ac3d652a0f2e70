import { t } from '../words/translate';

/** A piece of foreign text: shown as it is, or a character nobody would see, by its code point. */
export type VisiblePart = { kind: 'text'; text: string } | { kind: 'hidden'; codePoint: string };

/** What an editor, a text area and Markdown take for the end of a line. */
export const LINE_BREAK = /\r\n?|\n/;

// Controls (but not tab and line breaks), soft hyphen, invisible fillers, zero-width, direction marks and overrides,
// invisible operators, variation selectors beyond the emoji ones, interlinear marks, the byte order mark, tag characters.
// A carriage return alone breaks a line in some places only: elsewhere what follows looks like one text with it.
export const HIDDEN =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- finding control characters is the point
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]|\r(?!\n)/gu;

const NAMES = {
  0x00: 'null',
  0x1b: 'escape',
  0xad: 'softHyphen',
  0x200b: 'zeroWidthSpace',
  0x200c: 'zeroWidthNonJoiner',
  0x200d: 'zeroWidthJoiner',
  0x200e: 'leftToRightMark',
  0x200f: 'rightToLeftMark',
  0x202a: 'leftToRightEmbedding',
  0x202b: 'rightToLeftEmbedding',
  0x202c: 'popDirectionalFormatting',
  0x202d: 'leftToRightOverride',
  0x202e: 'rightToLeftOverride',
  0x2060: 'wordJoiner',
  0x2066: 'leftToRightIsolate',
  0x2067: 'rightToLeftIsolate',
  0x2068: 'firstStrongIsolate',
  0x2069: 'popDirectionalIsolate',
  0xfeff: 'byteOrderMark',
} as const;

const isNamed = (code: number): code is keyof typeof NAMES => Object.hasOwn(NAMES, code);

/** The name of a hidden character, by its code point such as `U+202E`. */
export function characterName(codePoint: string): string {
  const code = Number.parseInt(codePoint.slice(2), 16);
  return t(`shared.character.${isNamed(code) ? NAMES[code] : 'hidden'}`);
}

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

/** Whether a text holds characters that are not seen where it is pasted. */
export const hides = (text: string): boolean => visibleParts(text).some(({ kind }) => kind === 'hidden');
