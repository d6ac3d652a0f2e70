import type { JsonValue, Message } from '../api/generated/contract';
import { isObject, own, setOwn, type JsonObject } from '../lib/json';
import { messageText } from './message';

/** The only member of an object that stands for what is not stored, as the core writes it. */
const OMITTED = 'usher/omitted';

/** Why something is not stored; of these codes alone, since a server can send such an object too. */
function omitted(value: JsonValue): Message | null {
  if (!isObject(value) || Object.keys(value).length !== 1) return null;
  const message = value[OMITTED];
  if (!isObject(message) || !isObject(message['params'])) return null;
  const { code } = message;
  return typeof code === 'string' && code.startsWith('omitted.') ? (message as unknown as Message) : null;
}

/** What the core would write in place of a secret. */
export const omittedSecret = (): JsonObject => ({
  [OMITTED]: { code: 'omitted.secret', params: {} },
});

/** A stored value as it is shown: with a text in place of what is not stored. */
export function withOmittedTexts(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withOmittedTexts);
  if (!isObject(value)) return value;
  const message = omitted(value);
  if (message !== null) return messageText(message);
  return mapped(value, withOmittedTexts);
}

/** What the core writes in place of a secret, as the whole of a text or within it. */
const MASK = '•••';

/** A value that has to be entered again. */
export interface Missing {
  /** What it is called, as `login.token` or `codes[1]`. */
  name: string;
  /** Where it is missing: a member, or the list it was an item of. */
  path: readonly string[];
  /** What stands there without it, as JSON; `undefined` = nothing. */
  without: string | undefined;
}

/** A stored value as it is used again: without what is not stored, which is named. */
export function withoutOmitted(value: JsonValue): { given: JsonValue; missing: Missing[] } {
  const missing: Missing[] = [];
  return { given: stored(value, { name: '', path: [] }, missing), missing };
}

/** Which of them nothing was entered for yet. */
export const stillMissing = (value: JsonValue, missing: readonly Missing[]): Missing[] =>
  missing.filter(({ path, without }) => {
    const at = valueAt(value, path);
    return (at === undefined ? undefined : JSON.stringify(at)) === without;
  });

/** What stands at a place in a value; `undefined` = nothing. */
export const valueAt = (value: JsonValue, path: readonly string[]): JsonValue | undefined =>
  path.reduce<JsonValue | undefined>(within, value);

function within(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (Array.isArray(value)) return value[Number(key)];
  return isObject(value) ? own(value, key) : undefined;
}

const isMissing = (value: JsonValue): boolean =>
  typeof value === 'string' ? value.includes(MASK) : omitted(value) !== null;

type Place = Pick<Missing, 'name' | 'path'>;

function stored(value: JsonValue, { name, path }: Place, missing: Missing[]): JsonValue {
  if (Array.isArray(value)) {
    const kept: JsonValue[] = [];
    const gaps: string[] = [];
    for (const [index, item] of value.entries()) {
      const itemName = `${name}[${index}]`;
      if (isMissing(item)) gaps.push(itemName);
      else kept.push(stored(item, { name: itemName, path: [...path, String(kept.length)] }, missing));
    }
    const without = JSON.stringify(kept);
    missing.push(...gaps.map((gap) => ({ name: gap, path, without })));
    return kept;
  }
  if (!isObject(value)) return value;
  const kept: JsonObject = {};
  for (const [key, member = null] of Object.entries(value)) {
    const place = { name: name === '' ? key : `${name}.${key}`, path: [...path, key] };
    if (isMissing(key) || isMissing(member)) missing.push({ ...place, without: undefined });
    else setOwn(kept, key, stored(member, place, missing));
  }
  return kept;
}

const mapped = (
  value: Record<string, JsonValue | undefined>,
  by: (member: JsonValue) => JsonValue,
): JsonValue => Object.fromEntries(Object.entries(value).map(([name, member]) => [name, by(member ?? null)]));
