import Papa from 'papaparse';

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

/** Reads separated text (RFC 4180, leniently): anything gives a table. */
export function readCsv(text: string, isTabbed: boolean): CsvRows {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const { data, errors } = Papa.parse<string[]>(source, {
    delimiter: isTabbed ? '\t' : '',
    delimitersToGuess: [',', ';', '\t', '|'],
  });
  const misquoted = new Set(errors.filter(({ type }) => type === 'Quotes').map(({ row }) => row ?? 0));
  const header = data[0] ?? [];
  const rows: string[][] = [];
  const broken: number[] = [];
  let omitted = 0;
  for (const [index, row] of data.entries()) {
    if (index === 0 || (row.length === 1 && row[0] === '')) continue;
    if (row.length !== header.length || misquoted.has(index)) broken.push(index + 1);
    if (rows.length < CSV_ROWS_MAX) rows.push(row);
    else omitted += 1;
  }
  return { header, rows, omitted, broken };
}
