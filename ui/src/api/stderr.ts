import { beginning, TOLD_CHARACTERS } from '../lib/beginning';

/** How many lines of one server the page keeps. */
const LINES_KEPT = 500;

/** What they may hold together. */
const CHARACTERS_KEPT = 1024 * 1024;

/** The end of what a server's program wrote to stderr, as much of it as the page keeps. */
export function lastLines(lines: readonly string[]): string[] {
  const newest = lines.slice(-LINES_KEPT).map((line) => beginning(line, TOLD_CHARACTERS));
  let characters = 0;
  const tooOld = newest.findLastIndex((line) => {
    characters += line.length;
    return characters > CHARACTERS_KEPT;
  });
  return newest.slice(tooOld + 1);
}
