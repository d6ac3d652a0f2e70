import { type JsonValue, isObject, own, type JsonObject } from '../../lib/json';

/** JSON objects, and the columns they make. */
export interface JsonRows {
  columns: string[];
  rows: readonly JsonObject[];
}

/** More columns are no table. */
const MOST_COLUMNS = 500;

/** The rows that tell what a column holds. */
const SAMPLE = 30;

/** A list of objects with at least one column of plain values as a table; anything else is `null` and better shown as a tree. */
export function tableOf(value: JsonValue): JsonRows | null {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isObject)) return null;
  const names = new Set<string>();
  for (const row of value) {
    for (const name of Object.keys(row)) names.add(name);
    if (names.size > MOST_COLUMNS) return null;
  }
  const columns = [...names];
  const sample = value.slice(0, SAMPLE);
  const isPlain = (name: string): boolean => sample.every((row) => isFlat(own(row, name) ?? null));
  return columns.some(isPlain) ? { columns, rows: value } : null;
}

/** Whether a value is a table, or an object with one in it or in one of its objects. */
export const holdsTable = (value: JsonValue): boolean =>
  tableOf(value) !== null || membersOf(value).some(hasTable);

/** Whether a value is a table, or an object with one. */
export const hasTable = (value: JsonValue): boolean =>
  tableOf(value) !== null || membersOf(value).some((member) => tableOf(member) !== null);

const membersOf = (value: JsonValue): JsonValue[] => (isObject(value) ? Object.values(value) : []);

const isFlat = (value: JsonValue): boolean => isScalar(value) || isList(value);

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
  return cellText(value).length + (isList(value) ? value.length * 3 : 0);
}

/** Whether a cell is a list of plain values; other lists and objects are shown as JSON. */
export const isList = (value: JsonValue | undefined): value is JsonValue[] =>
  Array.isArray(value) && value.every(isScalar);

/** A cell as text. */
export function cellText(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  return isList(value) ? value.map(cellText).join(', ') : JSON.stringify(value);
}
