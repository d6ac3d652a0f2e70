import Papa from 'papaparse';

/** The cells of one line; numbers stay numbers. */
export type Cells = readonly (string | number)[];

/** What a spreadsheet would take for a formula (OWASP, CSV injection); a signed number is none. */
const FORMULA = /^(?:[=@\t\r]|[+-](?!\d*\.?\d+(?:e[+-]?\d+)?$))/i;

/** Rows as separated text, exactly as they are. */
export const writeCsv = (rows: readonly Cells[]): string => Papa.unparse(plain(rows), { newline: '\n' });

/** Rows for a file that a spreadsheet may open: formulas become text. */
export const exportCsv = (rows: readonly Cells[]): string =>
  Papa.unparse(plain(rows), { newline: '\n', escapeFormulae: FORMULA });

const plain = (rows: readonly Cells[]): (string | number)[][] => rows.map((row) => [...row]);
