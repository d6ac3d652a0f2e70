import { isObject, own, type JsonObject, type JsonValue } from '../../lib/json';

/** So many steps are taken through a schema; what then is still unknown is taken for secret. */
export const MARK_STEPS = 200_000;

const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'];

/** One schema document: where its references may lead, as the core reads it (`argument_marks/document.rs`). */
export class MarkedSchema {
  readonly root: JsonObject;
  /** Whether anything in it is marked, or refers to what is not in it. */
  readonly marks: boolean;
  /** Schemas by the name they give themselves. */
  readonly #anchors = new Map<string, JsonObject[]>();
  /** Schemas with an `$id`: references within them may begin there. */
  readonly #resources: [id: string, schema: JsonObject][] = [];
  /** Schemas of texts that hold what is marked (`contentSchema`). */
  readonly #markedTexts = new Set<JsonObject>();
  readonly #isTooLinked: boolean;

  constructor(root: JsonObject) {
    this.root = root;
    const found: string[] = [];
    const marks = this.#scan(root, found);
    const namesakes = [...this.#anchors.values()].reduce((most, { length }) => Math.max(most, length), 0);
    this.#isTooLinked = found.length * (this.#resources.length + namesakes) > MARK_STEPS;
    this.marks = marks || found.some((reference) => this.behind(reference).length === 0);
  }

  /** Notes names and references; returns whether anything in it is marked. */
  #scan(value: JsonValue | undefined, found: string[]): boolean {
    if (Array.isArray(value))
      return value.reduce<boolean>((marks, item) => this.#scan(item, found) || marks, false);
    if (!isObject(value)) return false;
    for (const word of ['$anchor', '$dynamicAnchor', '$id', 'id']) {
      const name = own(value, word);
      if (typeof name !== 'string') continue;
      // Older drafts name a schema by an `$id` that is a fragment.
      if (!word.endsWith('nchor') && !name.startsWith('#')) {
        this.#resources.push([name.replace(/#+$/, ''), value]);
        continue;
      }
      const anchor = name.replace(/^#+/, '');
      const named = this.#anchors.get(anchor);
      if (named === undefined) this.#anchors.set(anchor, [value]);
      else named.push(value);
    }
    found.push(...referencesOf(value));
    let marks = marksItself(value);
    for (const [name, member] of Object.entries(value)) {
      const before = found.length;
      const isMarked = this.#scan(member, found);
      if (name === 'contentSchema' && (isMarked || found.length > before)) this.#markedTexts.add(value);
      marks = isMarked || marks;
    }
    return marks;
  }

  /** All that a reference may mean; nothing = it leads out of the document, or nowhere, or there is too much to follow. */
  behind(reference: string): JsonValue[] {
    if (this.#isTooLinked) return [];
    const hash = reference.indexOf('#');
    const base = hash < 0 ? reference : reference.slice(0, hash);
    const fragment = hash < 0 ? '' : decoded(reference.slice(hash + 1));
    const named = this.#resources.filter(([id]) => base === '' || id === base).map(([, schema]) => schema);
    const roots = base === '' ? [...named, this.root] : named;
    if (fragment !== '' && !fragment.startsWith('/'))
      return roots.length === 0 ? [] : (this.#anchors.get(fragment) ?? []);
    return roots.map((root) => pointed(root, fragment)).filter((found) => found !== undefined);
  }

  /** Whether a schema says of a text that what is marked is in it. */
  marksText(schema: JsonObject): boolean {
    return this.#markedTexts.has(schema);
  }
}

/** Whether a schema itself says that its value is not to be seen or given back; not what it is combined of. */
export const marksItself = (schema: JsonObject): boolean =>
  own(schema, 'format') === 'password' || own(schema, 'writeOnly') === true;

/** The references of a schema. */
export const referencesOf = (schema: JsonObject): string[] =>
  REFERENCES.map((word) => own(schema, word)).filter((reference) => typeof reference === 'string');

/** What a JSON pointer leads to. */
function pointed(root: JsonValue, pointer: string): JsonValue | undefined {
  let at: JsonValue | undefined = root;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(at)) at = at[Number(key)];
    else at = isObject(at) ? own(at, key) : undefined;
  }
  return at;
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
