import type { JsonValue } from '../api/generated/contract';
import { t } from '../words/translate';

/** A value as a cell shows it: text as it is, anything else as JSON in one line. */
export function written(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ');
}

/** The last name of a JSON pointer, and what it lies in; an entry of a list is named with its list. */
export function placeOf(path: string): { field: string; within: string } {
  const names: string[] = [];
  const pointed = path.split('/').slice(1);
  for (const [at, raw] of pointed.entries()) {
    const name = raw.replaceAll('~1', '/').replaceAll('~0', '~');
    const list = names.at(-1);
    if (/^\d+$/.test(name) && list !== undefined) names[names.length - 1] = `${list}[${name}]`;
    else if (name !== 'properties' || at === pointed.length - 1) names.push(name);
  }
  return { field: names.at(-1) ?? t('common.textType'), within: names.slice(0, -1).join(' › ') };
}
