import type { JsonValue } from '../api/generated/contract';

/** A value as a cell shows it: text as it is, anything else as JSON in one line. */
export function written(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ');
}

/** The last name of a JSON pointer, and what it lies in. */
export function placeOf(path: string): { field: string; within: string } {
  const names = path
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    .filter((name, at, all) => name !== 'properties' || at === all.length - 1);
  return { field: names.at(-1) ?? 'text', within: names.slice(0, -1).join(' › ') };
}
