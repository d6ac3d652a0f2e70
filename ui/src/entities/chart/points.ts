import { cellText, type JsonRows } from '../../kit/Table/jsonTable';
import { own, type JsonObject } from '../../lib/json';

export const CHART_KINDS = ['bar', 'line', 'scatter'] as const;

type ChartKind = (typeof CHART_KINDS)[number];

/** What the person chose to see. `x` is `null` for the number of the row. */
export interface Plan {
  kind: ChartKind;
  x: string | null;
  /** Columns that hold numbers. */
  y: readonly string[];
}

/** One place on the X axis: its label, and a value for each chosen column. */
export interface Point {
  x: string | number;
  ys: readonly (number | null)[];
}

/** More rows are not drawn. */
export const POINTS_MAX = 2_000;

/** More columns are not drawn at once: that many colours can be told apart. */
export const SERIES_MAX = 6;

/** The columns that hold numbers and nothing else. */
export function numberColumns({ columns, rows }: JsonRows): string[] {
  return columns.filter((name) => {
    const values = rows.map((row) => own(row, name) ?? null).filter((value) => value !== null);
    return values.length > 0 && values.every((value) => typeof value === 'number' && Number.isFinite(value));
  });
}

/** What is drawn first: lines over a column that counts, bars over names, points over other numbers. */
export function firstPlan(table: JsonRows): Plan | null {
  const numbers = numberColumns(table);
  const [first, second] = numbers;
  if (first === undefined) return null;
  const counter = numbers.find((name) => isCounting(table, name));
  const counted = numbers.find((name) => name !== counter);
  if (counter !== undefined && counted !== undefined) return { kind: 'line', x: counter, y: [counted] };
  const name = table.columns.find((column) => !numbers.includes(column) && isNaming(table, column));
  if (name !== undefined || second === undefined) return { kind: 'bar', x: name ?? null, y: [first] };
  return { kind: 'scatter', x: first, y: [second] };
}

/** Whether a column counts the rows in equal steps, as days, years or numbers of rows do. */
function isCounting({ rows }: JsonRows, column: string): boolean {
  const values = rows.map((row) => own(row, column));
  if (values.length < 2 || !values.every((value) => Number.isInteger(value))) return false;
  const step = Number(values[1]) - Number(values[0]);
  return step > 0 && values.every((value, at) => at === 0 || Number(value) - Number(values[at - 1]) === step);
}

/** Whether each row has a text of its own in a column, as a name or a time. */
function isNaming({ rows }: JsonRows, column: string): boolean {
  const texts = rows.map((row) => own(row, column));
  return texts.every((value) => typeof value === 'string') && new Set(texts).size === rows.length;
}

/** The rows as points; along an axis of numbers in their order. */
export function pointsOf(table: JsonRows, { kind, x, y }: Plan): Point[] {
  const points = table.rows.slice(0, POINTS_MAX).map((row, index): Point => ({
    x: x === null ? index + 1 : placeOf(row, x),
    ys: y.map((name) => {
      const value = own(row, name);
      return typeof value === 'number' ? value : null;
    }),
  }));
  return kind === 'line' && hasNumbers(points)
    ? points.toSorted((a, b) => Number(a.x) - Number(b.x))
    : points;
}

/** Whether the places on the X axis are numbers. */
export const hasNumbers = (points: readonly Point[]): boolean =>
  points.every(({ x }) => typeof x === 'number');

function placeOf(row: JsonObject, column: string): string | number {
  const value = own(row, column);
  return typeof value === 'number' ? value : cellText(value ?? '');
}
