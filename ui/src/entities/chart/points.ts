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

/** What is drawn first: lines over a column that counts or of dates, bars over names, points over other numbers. */
export function firstPlan(table: JsonRows): Plan | null {
  const numbers = numberColumns(table);
  const [first, second] = numbers;
  if (first === undefined) return null;
  const date = table.columns.find((column) => isDating(table, column));
  if (date !== undefined) return { kind: 'line', x: date, y: alike(table, numbers) };
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

/** A date, a month or a time as ISO 8601 writes it. */
const DATE = /^\d{4}-\d{2}(?:-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?)?$/;

/** Whether a column holds dates in order, so that a line over it goes from left to right. */
function isDating({ rows }: JsonRows, column: string): boolean {
  const texts = rows
    .map((row) => own(row, column))
    .filter((text): text is string => typeof text === 'string' && DATE.test(text));
  if (texts.length < 2 || texts.length < rows.length) return false;
  const times = texts.map((text) => Date.parse(text));
  return times.every((time, at) => !Number.isNaN(time) && (at === 0 || time > (times[at - 1] ?? time)));
}

/** The first column of numbers, and those next to it of the same order of magnitude: others would be flat lines. */
function alike(table: JsonRows, numbers: readonly string[]): string[] {
  const [first] = numbers;
  if (first === undefined) return [];
  const most = (name: string): number =>
    table.rows.reduce((max, row) => Math.max(max, Math.abs(Number(own(row, name) ?? 0))), 0);
  const scale = most(first);
  return numbers.slice(0, SERIES_MAX).filter((name) => {
    const other = most(name);
    return name === first || (scale > 0 && other >= scale / 10 && other <= scale * 10);
  });
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
