import type { JsonValue } from '../../api/generated/contract';
import { isObject } from '../../lib/json';
import type { JsonObject } from '../../lib/json';

/**
 * The requested schema as a form needs it. In an elicitation a list of named values is always a choice of several
 * (2025-11-25, client/elicitation, multi-select enum) though servers rarely say that its entries differ; saying so here
 * makes it one control. Anything else stays as it came.
 */
export function formSchema(schema: JsonValue): JsonObject {
  if (!isObject(schema)) return {};
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
