const STRING = /"(?:[^"\\]|\\.)*"?/y;
const PLAIN = /[^"{}[\],:\s]+/y;
const SPACE = /\s+/y;

/** Deeper parts are not indented further: a text of nothing but brackets would grow by its square. */
const MOST_INDENTED = 60;

/**
 * Lays JSON out over lines without reading it: every number, escape and repeated key stays exactly as it was written,
 * which `JSON.parse` would not keep. Text that is not JSON, or cut off, is laid out as far as it goes.
 */
export function prettyJson(text: string): string {
  const first = text.trimStart().charAt(0);
  if (first !== '{' && first !== '[') return text;

  const parts: string[] = [];
  let depth = 0;
  let at = 0;
  const newLine = (): void => void parts.push('\n', '  '.repeat(Math.min(depth, MOST_INDENTED)));

  while (at < text.length) {
    const spaceEnd = end(SPACE, text, at);
    if (spaceEnd !== undefined) {
      at = spaceEnd;
      continue;
    }
    const wordEnd = end(STRING, text, at) ?? end(PLAIN, text, at);
    if (wordEnd !== undefined) {
      parts.push(text.slice(at, wordEnd));
      at = wordEnd;
      continue;
    }
    const mark = text.charAt(at);
    at += 1;
    if (mark === '{' || mark === '[') {
      const closing = mark === '{' ? '}' : ']';
      const next = end(SPACE, text, at) ?? at;
      parts.push(mark);
      if (text.charAt(next) === closing) {
        parts.push(closing);
        at = next + 1;
      } else {
        depth += 1;
        newLine();
      }
    } else if (mark === '}' || mark === ']') {
      depth = Math.max(0, depth - 1);
      newLine();
      parts.push(mark);
    } else {
      parts.push(mark === ':' ? ': ' : mark);
      if (mark === ',') newLine();
    }
  }
  return parts.join('');
}

function end(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
