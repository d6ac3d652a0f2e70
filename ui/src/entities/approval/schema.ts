import type { JsonValue } from '../../api/generated/contract';
import { isObject } from '../../lib/json';
import type { JsonObject } from '../../lib/json';

/** How the schema of a form stands to what a form may ask for (2025-11-25, client/elicitation, requested schema). */
export type SchemaReading = 'form' | 'beyond' | 'none';

/** What a description of a form is made of. */
const WORDS = new Set([
  '$schema',
  'type',
  'title',
  'description',
  'properties',
  'required',
  'additionalProperties',
]);

/** `none` = what came is no schema at all; `beyond` = it asks for more than single values side by side. */
export function readSchema(schema: JsonValue): SchemaReading {
  if (!isObject(schema)) return 'none';
  const { type, properties } = schema;
  if (type !== 'object' || !isObject(properties)) return 'beyond';
  if (!Object.keys(schema).every((word) => WORDS.has(word))) return 'beyond';
  return Object.values(properties).every(isSingle) ? 'form' : 'beyond';
}

function isSingle(property: JsonValue): boolean {
  if (!isObject(property)) return false;
  if (['$ref', 'allOf', 'not', 'if', 'properties'].some((word) => Object.hasOwn(property, word)))
    return false;
  if (isChoiceOfSeveral(property)) return true;
  return ['string', 'number', 'integer', 'boolean'].some((type) => property['type'] === type);
}

/**
 * The requested schema as a form needs it. In an elicitation a list of named values is always a choice of several
 * (2025-11-25, client/elicitation, multi-select enum) though servers rarely say that its entries differ; saying so here
 * makes it one control. Anything else stays as it came. Where no schema came
 * at all nothing can be held against one; `readSchema` tells. The same schema gives the same object.
 */
export function formSchema(schema: JsonValue): JsonObject {
  if (!isObject(schema)) return NO_SCHEMA;
  let made = forms.get(schema);
  if (made === undefined) forms.set(schema, (made = makeForm(schema)));
  return made;
}

const NO_SCHEMA: JsonObject = {};
const forms = new WeakMap<JsonObject, JsonObject>();

function makeForm(schema: JsonObject): JsonObject {
  const { properties } = schema;
  if (!isObject(properties)) return schema;
  const entries = Object.entries(properties).map(([name, property]): [string, JsonValue] => [
    name,
    isObject(property) && isChoiceOfSeveral(property) ? { ...property, uniqueItems: true } : property,
  ]);
  return { ...schema, properties: Object.fromEntries(entries) };
}

function isChoiceOfSeveral({ type, items }: JsonObject): boolean {
  return (
    type === 'array' &&
    isObject(items) &&
    ['enum', 'oneOf', 'anyOf'].some((word) => Array.isArray(items[word]))
  );
}
