import { type JsonValue, isObject, own, type JsonObject } from '../../lib/json';

/** Flat JSON objects, and the columns they make. */
export interface JsonRows {
  columns: string[];
  rows: readonly JsonObject[];
}

const MOST_COLUMNS = 24;

/** The rows that tell what a column holds. */
const SAMPLE = 30;

/** A list of flat objects as a table; anything else is `null` and better shown as a tree. */
export function tableOf(value: JsonValue): JsonRows | null {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isFlat)) return null;
  const columns = new Set<string>();
  for (const row of value) for (const name of Object.keys(row)) columns.add(name);
  if (columns.size === 0 || columns.size > MOST_COLUMNS) return null;
  return { columns: [...columns], rows: value };
}

/** Whether a value is a table, or an object with one. */
export const holdsTable = (value: JsonValue): boolean =>
  tableOf(value) !== null ||
  (isObject(value) && Object.values(value).some((member) => tableOf(member) !== null));

function isFlat(value: JsonValue): value is JsonObject {
  return (
    isObject(value) &&
    Object.values(value).every((cell) => isScalar(cell) || (Array.isArray(cell) && cell.every(isScalar)))
  );
}

function isScalar(value: JsonValue): value is string | number | boolean | null {
  return value === null || typeof value !== 'object';
}

/** Relative widths of the columns, by what stands in the first rows. */
export function columnWidths({ columns, rows }: JsonRows): number[] {
  const sample = rows.slice(0, SAMPLE);
  return columns.map((name) => {
    const lengths = sample.map((row) => cellWidth(own(row, name)));
    return Math.min(40, Math.max(6, name.length + 2, ...lengths));
  });
}

/** Whether a column holds numbers, by what stands in the first rows. */
export function isNumeric({ rows }: JsonRows, column: string): boolean {
  const values = rows
    .slice(0, SAMPLE)
    .map((row) => own(row, column) ?? null)
    .filter((value) => value !== null);
  return values.length > 0 && values.every((value) => typeof value === 'number');
}

/** About how many characters a cell takes; each tag has an edge of its own. */
function cellWidth(value: JsonValue | undefined): number {
  return cellText(value).length + (Array.isArray(value) ? value.length * 3 : 0);
}

/** A cell as text. */
export function cellText(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(cellText).join(', ') : JSON.stringify(value);
}
