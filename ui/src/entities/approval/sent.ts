import type { JsonValue } from '../../api/generated/contract';
import { isObject } from '../../lib/json';
import { t } from '../../words/translate';

/** A value as the list of what will be sent shows it. */
export function sentText(value: JsonValue | undefined): string {
  if (value === undefined) return t('approvals.sent.absent');
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((part) => typeof part === 'string')) return value.join(', ');
  return JSON.stringify(value);
}

/** The names of all fields, in the order the server declared them, then whatever else the draft holds. */
export function fieldNames(schema: JsonValue, draft: JsonValue): readonly string[] {
  const properties = isObject(schema) ? schema['properties'] : undefined;
  const declared = isObject(properties) ? Object.keys(properties) : [];
  const filled = isObject(draft) ? Object.keys(draft) : [];
  return [...new Set([...declared, ...filled])];
}
