import { LINE_BREAK } from '../../lib/visible';

/** Longer texts are not laid out. */
const LENGTH = 200_000;
/** Signs that may mean something in Markdown. A long document has a few thousand. */
const SIGNS = 10_000;
/** Those of emphasis, links, pictures and mail addresses in one paragraph: each is looked for from each other. */
const PARAGRAPH_SIGNS = 1000;
/** The same sign in a row: rulers are this long, and nothing longer means anything. */
const RUN = 200;
/** Quotations and lists within each other. */
const LEVELS = 32;
/** Lines of one block, times how deep it is: each line is looked at once on each level. */
const BLOCK_LINES = 5000;
const LINES = 8000;
/** A table has as many cells as its widest line times its lines, however short the others are. */
const CELLS = 20_000;
/** Characters looked through for ends: a comment, an instruction or a declaration looks for its own in its whole paragraph. */
const SOUGHT = 5_000_000;

const SIGN = new Set('*_~`[]()<>!|&\\@');
const NESTING = new Set('*_~[]!@');

/** Only these are blank in Markdown. */
const BLANK = /^[ \t]*$/;
/** HTML that goes on over blank lines; a comment that ends where it began does not. */
const HTML = /^\uFEFF? {0,3}<(?:!--(?!.*-->)|![a-z[]|\?|(?:pre|script|style|textarea)\b)/i;

/**
 * Whether a text can be laid out as Markdown in an instant. The parser takes more than linear time for some texts, and
 * does not return from others: a server needs only 10 KB of them to hold up the window.
 */
export function isDrawable(text: string): boolean {
  if (text.length > LENGTH) return false;
  const lines = text.split(LINE_BREAK);
  if (lines.length > LINES) return false;
  let [signs, nesting, widest, height, deepest, seeking, sought] = [0, 0, 0, 0, 0, 0, 0];
  let [isTable, isHtml] = [false, false];
  for (const [index, line] of lines.entries()) {
    const found = look(line);
    const isBlank = BLANK.test(line);
    isHtml ||= HTML.test(line);
    isTable = line.startsWith('|') && (isTable || (!isHtml && beginsTable(lines, index)));
    // Each cell of a table is a paragraph of its own.
    if (isBlank || isTable) [nesting, seeking] = [0, 0];
    if (isBlank) [widest, height, deepest] = [0, 0, 0];
    signs += found.signs;
    nesting += found.nesting;
    seeking += found.seeking;
    sought += seeking * line.length;
    widest = Math.max(widest, found.bars);
    deepest = Math.max(deepest, levels(line));
    height += 1;
    if (signs > SIGNS || nesting > PARAGRAPH_SIGNS || found.run > RUN || sought > SOUGHT) return false;
    if (deepest > LEVELS || deepest * height > BLOCK_LINES || widest * height > CELLS) return false;
  }
  return true;
}

/**
 * Whether a line is the second of a table. One that does not begin after a blank line or at the edge may be part of
 * something else, and is taken for a paragraph.
 */
function beginsTable(lines: readonly string[], index: number): boolean {
  const [before = '', head = '', line = ''] = [lines[index - 2], lines[index - 1], lines[index]];
  if (!BLANK.test(before) || !head.startsWith('|') || head.includes('\\')) return false;
  const rulers = cells(line);
  return (
    rulers.length > 0 &&
    rulers.length === cells(head).length &&
    rulers.every((cell) => /^[ \t]*:?-+:?[ \t]*$/.test(cell))
  );
}

/** The cells of a line that begins with a bar, and may end with one. */
function cells(line: string): string[] {
  const [, ...found] = line.split('|');
  return BLANK.test(found.at(-1) ?? '') ? found.slice(0, -1) : found;
}

function look(line: string): Record<'signs' | 'nesting' | 'seeking' | 'bars' | 'run', number> {
  const found = { signs: 0, nesting: 0, seeking: 0, bars: 0, run: 0 };
  let run = 0;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line.charAt(at);
    run = sign === line.charAt(at - 1) ? run + 1 : 1;
    if (!SIGN.has(sign)) continue;
    found.signs += 1;
    found.run = Math.max(found.run, run);
    if (NESTING.has(sign)) found.nesting += 1;
    if (sign === '<' && '!?'.includes(line.charAt(at + 1))) found.seeking += 1;
    if (sign === '|') found.bars += 1;
  }
  return found;
}

/** How deep the line is in quotations and lists: its markers, and what is indented before the last of them. */
function levels(line: string): number {
  let [markers, blanks, indented] = [0, 0, 0];
  for (let at = 0; at < line.length; at += 1) {
    const sign = line.charAt(at);
    if (sign === ' ') blanks += 1;
    else if (sign === '\t') blanks += 4;
    else if (sign === '>' || ('-+*.)'.includes(sign) && ' \t'.includes(line.charAt(at + 1)))) {
      markers += 1;
      indented = blanks;
    } else if (!'0123456789-+*.)'.includes(sign)) break;
  }
  return markers === 0 ? 0 : markers + Math.floor(indented / 2);
}

// Each part looks only so far ahead: a server's text may be made of beginnings.
const MARKDOWN_SIGNS =
  /^#{1,6} |^[-*] |^\d{1,9}\. |^```|\*\*[^*]{1,200}\*\*|^\|.{0,1000}\|$|\[[^\][]{1,200}\]\([^()\s]{1,200}\)/m;

/** Whether a text nobody calls Markdown has something of it. */
export const looksLikeMarkdown = (text: string): boolean => MARKDOWN_SIGNS.test(text);
