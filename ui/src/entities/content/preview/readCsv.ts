import Papa, { type ParseResult, type Parser } from 'papaparse';
import { t } from '../../../words/translate';

/** Separated text as a table. */
export interface CsvRows {
  /** The first line. */
  header: readonly string[];
  /** The lines after it; a line may be shorter or longer than the header. */
  rows: readonly (readonly string[])[];
  /** Lines that are not kept because there are too many to show. */
  omitted: number;
  /** Lines, counted from 1, that have more or fewer cells than the header, or a quotation mark that is not closed. */
  broken: readonly number[];
}

/** More lines than this are counted, not kept: the text itself can be read beside the table. */
export const CSV_ROWS_MAX = 20_000;

/** So much is read at once, in characters: more would hold up the window. */
const PART = 200_000;

/** Reads separated text (RFC 4180, leniently): anything gives a table, except a line longer than what is read at once. */
export async function readCsv(text: string, isTabbed: boolean, signal?: AbortSignal): Promise<CsvRows> {
  let header: readonly string[] | null = null;
  let before = 0;
  const rows: string[][] = [];
  const broken: number[] = [];
  let omitted = 0;
  await eachPart(
    text,
    isTabbed,
    (lines, misquoted) => {
      for (const [index, line] of lines.entries()) {
        if (header === null) {
          header = line;
          continue;
        }
        if (isBlank(line)) continue;
        if (line.length !== header.length || misquoted.has(index)) broken.push(before + index + 1);
        if (rows.length < CSV_ROWS_MAX) rows.push(line);
        else omitted += 1;
      }
      before += lines.length;
    },
    signal,
  );
  return { header: header ?? [], rows, omitted, broken };
}

/** The same lines written anew, also those that are too many to show. */
export async function rewriteCsv(
  text: string,
  isTabbed: boolean,
  write: (rows: readonly string[][]) => string,
): Promise<string> {
  const written: string[] = [];
  await eachPart(text, isTabbed, (lines) => {
    const kept = lines.filter((line) => !isBlank(line));
    if (kept.length > 0) written.push(write(kept));
  });
  return written.join('\n');
}

const isBlank = (line: readonly string[]): boolean => line.length === 1 && line[0] === '';

/**
 * Reads a text in parts, and lets the window answer between them. `misquoted` = places in `lines`. A line that goes on
 * for more than a part is a fault: it would be read again from its beginning with each part.
 */
function eachPart(
  text: string,
  isTabbed: boolean,
  take: (lines: string[][], misquoted: ReadonlySet<number>) => void,
  signal?: AbortSignal,
): Promise<void> {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  let end = 0;
  let count = 0;
  return new Promise((resolve, reject) => {
    Papa.parse<string[]>(source, {
      delimiter: isTabbed ? '\t' : '',
      delimitersToGuess: [',', ';', '\t', '|'],
      chunkSize: PART,
      chunk: ({ data, errors, meta }: ParseResult<string[]>, parser: Parser) => {
        end += PART;
        count += data.length;
        if (Math.min(end, source.length) - meta.cursor > PART) {
          reject(new Error(t('content.table.longLine', { line: count + 1, longest: PART })));
          return parser.abort();
        }
        const quotes = errors.filter(({ type }) => type === 'Quotes');
        take(data, new Set(quotes.map(({ row }) => row ?? 0)));
        parser.pause();
        setTimeout(() => (signal?.aborted === true ? parser.abort() : parser.resume()));
      },
      complete: () => resolve(),
    });
  });
}
