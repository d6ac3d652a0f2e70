/** A table read from comma-, semicolon- or tab-separated text (RFC 4180, leniently). */
export type CsvTable = {
  /** The first line. */
  readonly header: readonly string[];
  /** The lines after it; a line may be shorter or longer than the header. */
  readonly rows: readonly (readonly string[])[];
  /** Lines that were left out because the text is too long to show. */
  readonly omitted: number;
};

/** More lines than this are counted, not kept: the text itself stays readable beside the table. */
export const CSV_ROWS_MAX = 20_000;

const SEPARATORS = [',', ';', '\t', '|'] as const;

/** The separator that occurs most in the first line, outside quotes. */
function csvSeparator(text: string): string {
  const counts = new Map<string, number>();
  let quoted = false;
  for (const character of text) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && character === '\n') break;
    else if (!quoted) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  let best: string = SEPARATORS[0];
  for (const separator of SEPARATORS) {
    if ((counts.get(separator) ?? 0) > (counts.get(best) ?? 0)) best = separator;
  }
  return best;
}

/** Reads separated text. Never fails: a quote that is never closed ends with the text. */
export function parseCsv(text: string): CsvTable {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const separator = csvSeparator(source);
  const lines: string[][] = [];
  let line: string[] = [];
  let omitted = 0;
  let at = 0;

  const endLine = (): void => {
    const blank = line.length === 1 && line[0] === '';
    if (!blank && lines.length <= CSV_ROWS_MAX) lines.push(line);
    else if (!blank) omitted += 1;
    line = [];
  };

  while (at < source.length) {
    const cell = source[at] === '"' ? quotedCell(source, at, separator) : plainCell(source, at, separator);
    line.push(cell.text);
    at = cell.end;
    if (at >= source.length) break;
    if (source[at] === separator) {
      at += 1;
      if (at === source.length) line.push('');
      continue;
    }
    at += source[at] === '\r' && source[at + 1] === '\n' ? 2 : 1;
    endLine();
  }
  if (line.length > 0) endLine();

  return { header: lines[0] ?? [], rows: lines.slice(1), omitted };
}

type Cell = { readonly text: string; readonly end: number };

function plainCell(source: string, from: number, separator: string): Cell {
  let end = from;
  while (end < source.length) {
    const character = source[end];
    if (character === separator || character === '\n' || character === '\r') break;
    end += 1;
  }
  return { text: source.slice(from, end), end };
}

function quotedCell(source: string, from: number, separator: string): Cell {
  let text = '';
  let at = from + 1;
  while (at < source.length) {
    const next = source.indexOf('"', at);
    if (next < 0) return { text: text + source.slice(at), end: source.length };
    text += source.slice(at, next);
    if (source[next + 1] !== '"') {
      // What stands between the closing quote and the next separator belongs to nobody; keep it visible.
      const rest = plainCell(source, next + 1, separator);
      return { text: text + rest.text, end: rest.end };
    }
    text += '"';
    at = next + 2;
  }
  return { text, end: source.length };
}
