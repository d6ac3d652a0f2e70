import { type JsonValue, isObject, own, setOwn, type JsonObject } from '../../lib/json';
import { MARK_STEPS, MarkedSchema, marksItself, referencesOf } from './markedSchema';

/** Puts something in place of a secret. */
type Replace = (secret: JsonValue, path: readonly string[]) => JsonValue;

/**
 * The same arguments with something in place of what their schema marks (`format: password`, `writeOnly`), by the rule by
 * which the core keeps none of them (`argument_marks.rs`): a value is secret if any branch says so, and so is a text of
 * which nobody can say what applies to it.
 */
export function replaceSecrets(value: JsonValue, schema: JsonObject, replace: Replace): JsonValue {
  const marked = new MarkedSchema(schema);
  return marked.marks ? new Walk(marked, replace).members(value) : value;
}

/** Schemas that apply to the same value, with all that they are combined of. */
interface Applied {
  schemas: JsonObject[];
  isMarked: boolean;
  /** Something that applies cannot be read. */
  isOpaque: boolean;
  /** A text holds what is marked. */
  marksText: boolean;
}

const COMBINED = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else'];
const DEPENDENT = ['dependentSchemas', 'dependencies'];

class Walk {
  readonly #marked: MarkedSchema;
  readonly #replace: Replace;
  #stepsLeft = MARK_STEPS;
  readonly #numbers = new Map<JsonObject, number>();
  /** What was found out, by where it began: it ends with the schema, however often it refers to itself. */
  readonly #known = new Map<string, Applied>();

  constructor(marked: MarkedSchema, replace: Replace) {
    this.#marked = marked;
    this.#replace = replace;
  }

  /** The members of the arguments are secrets, never the arguments as a whole. */
  members(value: JsonValue): JsonValue {
    const applied = this.#applied([this.#marked.root]);
    if (!isObject(value)) return value;
    return mapMembers(value, (member, name) =>
      applied.isMarked && !isNothing(member)
        ? this.#replace(member, [name])
        : this.#below(this.#ofMember(applied, name), applied.isOpaque, member, [name]),
    );
  }

  #below(start: JsonObject[], isOpaqueAbove: boolean, value: JsonValue, path: readonly string[]): JsonValue {
    const applied = this.#applied(start);
    const isOpaque = isOpaqueAbove || applied.isOpaque || this.#stepsLeft === 0;
    const isSecretText = typeof value === 'string' && (isOpaque || applied.marksText);
    if ((applied.isMarked || isSecretText) && !isNothing(value)) return this.#replace(value, path);
    if (applied.schemas.length === 0 && !isOpaque) return value;
    if (Array.isArray(value))
      return value.map((item, index) =>
        this.#below(this.#ofItem(applied, index), isOpaque, item, [...path, String(index)]),
      );
    if (!isObject(value)) return value;
    return mapMembers(value, (member, name) =>
      this.#below(this.#ofMember(applied, name), isOpaque, member, [...path, name]),
    );
  }

  /** Whether there is another step. */
  #step(): boolean {
    this.#stepsLeft = Math.max(0, this.#stepsLeft - 1);
    return this.#stepsLeft > 0;
  }

  #numberOf(schema: JsonObject): number {
    let number = this.#numbers.get(schema);
    if (number === undefined) this.#numbers.set(schema, (number = this.#numbers.size));
    return number;
  }

  /** Finds all that applies where these schemas do. */
  #applied(start: JsonObject[]): Applied {
    const key = start.map((schema) => this.#numberOf(schema)).join();
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const applied: Applied = { schemas: [], isMarked: false, isOpaque: false, marksText: false };
    const seen = new Set<JsonObject>();
    const waiting: (JsonValue | undefined)[] = [...start];
    while (waiting.length > 0) {
      const schema = waiting.pop();
      if (!this.#step()) {
        applied.isOpaque = true;
        break;
      }
      if (!isObject(schema) || seen.has(schema)) continue;
      seen.add(schema);
      applied.schemas.push(schema);
      applied.isMarked ||= marksItself(schema);
      applied.marksText ||= this.#marked.marksText(schema);
      for (const reference of referencesOf(schema)) {
        const behind = this.#marked.behind(reference);
        applied.isOpaque ||= behind.length === 0;
        for (const meant of behind) waiting.push(meant);
      }
      for (const word of COMBINED) {
        const combined = own(schema, word);
        for (const part of Array.isArray(combined) ? combined : [combined]) waiting.push(part);
      }
      for (const word of DEPENDENT) for (const part of valuesOf(own(schema, word))) waiting.push(part);
    }
    this.#known.set(key, applied);
    return applied;
  }

  /** What may apply to a member. Patterns are not read: each may be meant. */
  #ofMember(applied: Applied, name: string): JsonObject[] {
    const found: (JsonValue | undefined)[] = [];
    for (const schema of applied.schemas) {
      if (!this.#step()) break;
      for (const pattern of valuesOf(own(schema, 'patternProperties'))) found.push(pattern);
      const properties = own(schema, 'properties');
      if (isObject(properties) && Object.hasOwn(properties, name)) found.push(own(properties, name));
      else found.push(own(schema, 'additionalProperties'), own(schema, 'unevaluatedProperties'));
    }
    return found.filter(isObject);
  }

  /** What may apply to an item. */
  #ofItem(applied: Applied, index: number): JsonObject[] {
    const found: (JsonValue | undefined)[] = [];
    for (const schema of applied.schemas) {
      if (!this.#step()) break;
      found.push(own(schema, 'contains'));
      const [prefix, items] = [own(schema, 'prefixItems'), own(schema, 'items')];
      // Before 2020-12, `items` could be what `prefixItems` is.
      const isOld = Array.isArray(items);
      const first = isOld ? items : Array.isArray(prefix) ? prefix : [];
      if (index < first.length) found.push(first[index]);
      else found.push(own(schema, isOld ? 'additionalItems' : 'items'), own(schema, 'unevaluatedItems'));
    }
    return found.filter(isObject);
  }
}

const valuesOf = (named: JsonValue | undefined): JsonValue[] => (isObject(named) ? Object.values(named) : []);

/** Whether there is nothing in a value that could be secret. */
const isNothing = (value: JsonValue): boolean => value === null || typeof value === 'boolean' || value === '';

function mapMembers(value: JsonObject, by: (member: JsonValue, name: string) => JsonValue): JsonObject {
  const mapped: JsonObject = {};
  for (const [name, member = null] of Object.entries(value)) setOwn(mapped, name, by(member, name));
  return mapped;
}
