import type { JsonRows } from '../../../kit/Table/jsonTable';
import type { JsonValue } from '../../../lib/json';
import type { CsvRows } from './readCsv';

/** The rows that tell whether a column holds numbers. */
const SAMPLE = 30;

/** A cell as a number; an empty one is none (`null`), and no reason to take its column for text (`undefined`). */
export function numberOf(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** Whether a column holds numbers, by what stands in the first rows. */
export const isNumeric = ({ rows }: CsvRows, index: number): boolean =>
  rows.length > 0 && rows.slice(0, SAMPLE).every((line) => numberOf(line[index] ?? '') !== undefined);

/** Whether there is something to draw: a column of numbers with a number in it, among the first columns. */
export const hasNumbers = (table: CsvRows, columns: number): boolean =>
  table.header
    .slice(0, columns)
    .some(
      (_, index) =>
        isNumeric(table, index) &&
        table.rows.slice(0, SAMPLE).some((line) => typeof numberOf(line[index] ?? '') === 'number'),
    );

/** Lines as objects, as a chart takes them. In a column of numbers, anything else is left out. */
export function chartRows(table: CsvRows, columns: number): JsonRows {
  const names = namesOf(table.header.slice(0, columns));
  const numeric = names.map((_, index) => isNumeric(table, index));
  const valueOf = (text: string, index: number): JsonValue =>
    numeric[index] === true ? (numberOf(text) ?? null) : text;
  const rows = table.rows.map((line) =>
    Object.fromEntries(names.map((name, index) => [name, valueOf(line[index] ?? '', index)])),
  );
  return { columns: names, rows };
}

/** Names of columns, each another: with the number of the column where it has no name of its own. */
function namesOf(header: readonly string[]): string[] {
  const names = new Set<string>();
  for (const [index, head] of header.entries()) {
    let name = head === '' ? String(index + 1) : head;
    while (names.has(name)) name += ` (${index + 1})`;
    names.add(name);
  }
  return [...names];
}
