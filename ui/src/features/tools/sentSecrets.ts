import type { JsonValue } from '../../api/generated/contract';
import { replaceSecrets } from '../../kit/SchemaForm/secrets';
import { isObject, type JsonObject } from '../../lib/json';
import { leaveOut, type Shortened } from '../../words/omitted';

/** Stands for a secret while it is taken out: no value that was typed is this object. */
const GONE: JsonObject = {};

/** Arguments without what their schema marks as secret. */
export function withoutSecrets(schema: JsonObject, value: JsonValue): Shortened {
  return leaveOut(
    replaceSecrets(value, schema, () => GONE),
    (part) => part === GONE,
  );
}

/** The secrets that a call was sent. */
export class SentSecrets {
  readonly #schema: JsonObject;
  /** By their place, whatever their place in a list, and their value. */
  readonly #values = new Set<string>();
  /** Each text and number in them, by the name it stands at. */
  readonly #tokens = new Set<string>();

  constructor(schema: JsonObject, sent: JsonValue) {
    this.#schema = schema;
    replaceSecrets(sent, schema, (secret, path) => {
      this.#values.add(placed(path, secret));
      this.#addTokens(path.findLast((part) => !isIndex(part)) ?? '', secret);
      return GONE;
    });
  }

  #addTokens(name: string, secret: JsonValue): void {
    if (Array.isArray(secret)) for (const item of secret) this.#addTokens(name, item);
    else if (isObject(secret))
      for (const [key, member = null] of Object.entries(secret)) this.#addTokens(key, member);
    else this.#tokens.add(tokenAt(JSON.stringify(name), JSON.stringify(secret)));
  }

  /** A value without those of them that are still in it. */
  leave(value: JsonValue): Shortened {
    const marked = replaceSecrets(value, this.#schema, (secret, path) =>
      this.#values.has(placed(path, secret)) ? GONE : secret,
    );
    return leaveOut(marked, (part) => part === GONE);
  }

  /** A text that is no JSON yet, with nothing in place of those of them that are still in it. */
  leaveText(text: string): string {
    let name = '';
    return text.replace(TOKEN, (token, colon: string | undefined) => {
      if (colon !== undefined) name = token.slice(0, -colon.length);
      return colon === undefined && this.#tokens.has(tokenAt(name, token)) ? emptyOf(token) : token;
    });
  }
}

/** A text, which is the name of a member if a colon comes after it, or a number. */
const TOKEN = /"(?:[^"\\\n]|\\.)*"(\s*:)?|-?\d[\d.eE+-]*/g;

const emptyOf = (token: string): string => (token.startsWith('"') ? '""' : 'null');

const tokenAt = (name: string, token: string): string => `${name}:${token}`;

const isIndex = (part: string): boolean => /^\d+$/.test(part);

const placed = (path: readonly string[], secret: JsonValue): string =>
  JSON.stringify([path.map((part) => (isIndex(part) ? 0 : part)), secret]);
