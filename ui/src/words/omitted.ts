import type { JsonValue, Message } from '../api/generated/contract';
import { isObject, setOwn, type JsonObject } from '../lib/json';
import { valueAt, withValueAt, type Path } from '../lib/jsonPath';
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
  path: Path;
  /** What stands there without it, as JSON; `undefined` = nothing. */
  without: string | undefined;
}

/** A value without some of its parts, and which those are. */
export interface Shortened {
  given: JsonValue;
  missing: Missing[];
}

/** A stored value as it is used again: without what is not stored, which is named. */
export const withoutOmitted = (value: JsonValue): Shortened =>
  leaveOut(value, (part) => (typeof part === 'string' ? part.includes(MASK) : omitted(part) !== null));

/** A value without the members and items that are to be left out; a member is, too, for its name. */
export function leaveOut(value: JsonValue, isLeftOut: (part: JsonValue) => boolean): Shortened {
  const missing: Missing[] = [];
  return { given: shorten(value, { name: '', path: [] }, { isLeftOut, missing }), missing };
}

/** The same value with what was entered for what is missing, as far as it was. */
export function refilled({ given, missing }: Shortened, entered: JsonValue): JsonValue {
  return stillMissing(given, missing).reduce((filled, { path, without: gap }) => {
    const there = valueAt(entered, path);
    const isThere = there !== undefined && JSON.stringify(there) !== gap;
    return isThere ? (withValueAt(filled, path, there) ?? filled) : filled;
  }, given);
}

/** Which of them nothing was entered for yet. */
export const stillMissing = (value: JsonValue, missing: readonly Missing[]): Missing[] =>
  missing.filter(({ path, without }) => {
    const at = valueAt(value, path);
    return (at === undefined ? undefined : JSON.stringify(at)) === without;
  });

type Place = Pick<Missing, 'name' | 'path'>;

interface Leaving {
  isLeftOut: (part: JsonValue) => boolean;
  missing: Missing[];
}

function shorten(value: JsonValue, { name, path }: Place, leaving: Leaving): JsonValue {
  const { isLeftOut, missing } = leaving;
  if (Array.isArray(value)) {
    const kept: JsonValue[] = [];
    const gaps: string[] = [];
    for (const [index, item] of value.entries()) {
      const itemName = `${name}[${index}]`;
      if (isLeftOut(item)) gaps.push(itemName);
      else kept.push(shorten(item, { name: itemName, path: [...path, kept.length] }, leaving));
    }
    const rest = JSON.stringify(kept);
    missing.push(...gaps.map((gap) => ({ name: gap, path, without: rest })));
    return kept;
  }
  if (!isObject(value)) return value;
  const kept: JsonObject = {};
  for (const [key, member = null] of Object.entries(value)) {
    const place = { name: name === '' ? key : `${name}.${key}`, path: [...path, key] };
    if (isLeftOut(key) || isLeftOut(member)) missing.push({ ...place, without: undefined });
    else setOwn(kept, key, shorten(member, place, leaving));
  }
  return kept;
}

const mapped = (
  value: Record<string, JsonValue | undefined>,
  by: (member: JsonValue) => JsonValue,
): JsonValue => Object.fromEntries(Object.entries(value).map(([name, member]) => [name, by(member ?? null)]));
