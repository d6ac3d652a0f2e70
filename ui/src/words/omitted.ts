import type { JsonValue, Message } from '../api/generated/contract';
import { isObject } from '../lib/json';
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

/** A stored value as it is shown: with a text in place of what is not stored. */
export function withOmittedTexts(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withOmittedTexts);
  if (!isObject(value)) return value;
  const message = omitted(value);
  if (message !== null) return messageText(message);
  return mapped(value, withOmittedTexts);
}

/** A stored value as it is used again: without what is not stored. */
export function withoutOmitted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.filter((item) => omitted(item) === null).map(withoutOmitted);
  if (!isObject(value)) return value;
  const stored = Object.entries(value).filter(([, member]) => omitted(member ?? null) === null);
  return mapped(Object.fromEntries(stored), withoutOmitted);
}

const mapped = (
  value: Record<string, JsonValue | undefined>,
  by: (member: JsonValue) => JsonValue,
): JsonValue => Object.fromEntries(Object.entries(value).map(([name, member]) => [name, by(member ?? null)]));
