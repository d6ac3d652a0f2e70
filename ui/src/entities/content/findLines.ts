/** A line that holds what is searched for. */
export interface FoundLine {
  /** Counted from 1. */
  number: number;
  /** The line, or the part of it around what was found. */
  text: string;
}

/** More lines are only counted. */
const LINES = 200;

/** So much of a long line stands before and after what was found. */
const AROUND = 120;

/** The lines of a text that hold a query, whatever its case. */
export function findLines(text: string, query: string): { lines: FoundLine[]; count: number } {
  const wanted = query.trim().toLowerCase();
  const lines: FoundLine[] = [];
  let count = 0;
  if (wanted === '') return { lines, count };
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const at = line.toLowerCase().indexOf(wanted);
    if (at < 0) continue;
    count += 1;
    if (lines.length < LINES) lines.push({ number: index + 1, text: around(line, at, wanted.length) });
  }
  return { lines, count };
}

function around(line: string, at: number, length: number): string {
  const from = Math.max(0, at - AROUND);
  const to = at + length + AROUND;
  return `${from > 0 ? '…' : ''}${line.slice(from, to)}${to < line.length ? '…' : ''}`;
}
