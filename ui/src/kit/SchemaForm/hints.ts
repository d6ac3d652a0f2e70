import { type JsonValue, asText, own, type JsonObject } from '../../lib/json';
import { t } from '../../words/translate';
import { runnable } from './patterns';
import { resolve } from './resolve';
import { typeWord, type Shape } from './shape';
import { visibleString } from '../../lib/visible';

/** Type and bounds in a few words, shown at the right of a label. */
export function hintOf(shape: Shape, value: unknown, root: JsonObject): string {
  const words = visibleString(bounds(shape, value, root));
  // Elsewhere a button beside the hint says that null is possible.
  return shape.kind === 'choice' && shape.nullable ? t('form.hint.orNull') : words;
}

function bounds(shape: Shape, value: unknown, root: JsonObject): string {
  const { schema } = shape;
  switch (shape.kind) {
    case 'text':
      return textHint(shape);
    case 'number': {
      const range = rangeOf(lowest(schema), highest(schema));
      const type = shape.integer ? 'integer' : 'number';
      return range === '' ? type : range;
    }
    case 'tags':
    case 'list': {
      const word = shape.kind === 'tags' ? `${itemWord(shape, root)}[]` : 'array';
      return [word, amount(schema, Array.isArray(value) ? value.length : 0)]
        .filter((part) => part !== '')
        .join(', ');
    }
    case 'manyChoice':
      return amount(schema, Array.isArray(value) ? value.length : 0);
    case 'variants':
      return t('form.hint.chooseOne');
    case 'json':
      return typeWord(schema, root) ?? t('form.hint.anyJson');
    default:
      return '';
  }
}

function itemWord(shape: Extract<Shape, { kind: 'tags' }>, root: JsonObject): string {
  const { schema } = resolve(shape.schema['items'], root);
  return typeof schema['format'] === 'string' ? schema['format'] : (typeWord(schema, root) ?? shape.item);
}

function textHint(shape: Extract<Shape, { kind: 'text' }>): string {
  const { schema } = shape;
  if (shape.format !== 'plain') return asText(schema['format']);
  const least = own(schema, 'minLength');
  // At least one character only means that it may not be empty.
  const range = rangeOf(least === 0 || least === 1 ? undefined : least, own(schema, 'maxLength'));
  const words = range === '' ? 'string' : t('form.hint.characters', { range });
  const pattern = own(schema, 'pattern');
  return typeof pattern === 'string' && runnable(pattern) === null
    ? `${words}, ${t('form.hint.patternUnchecked')}`
    : words;
}

function lowest(schema: JsonObject): JsonValue | undefined {
  return (
    own(schema, 'minimum') ??
    (typeof schema['exclusiveMinimum'] === 'number' ? `>${schema['exclusiveMinimum']}` : undefined)
  );
}

function highest(schema: JsonObject): JsonValue | undefined {
  return (
    own(schema, 'maximum') ??
    (typeof schema['exclusiveMaximum'] === 'number' ? `<${schema['exclusiveMaximum']}` : undefined)
  );
}

function rangeOf(low: JsonValue | undefined, high: JsonValue | undefined): string {
  if (low !== undefined && high !== undefined)
    return low === high ? asText(low) : `${asText(low)}–${asText(high)}`;
  if (low !== undefined) return asText(low).startsWith('>') ? asText(low) : `≥ ${asText(low)}`;
  if (high !== undefined) return asText(high).startsWith('<') ? asText(high) : `≤ ${asText(high)}`;
  return '';
}

function amount(schema: JsonObject, length: number): string {
  const low = own(schema, 'minItems');
  const high = own(schema, 'maxItems');
  if (high !== undefined)
    return low === undefined
      ? t('form.hint.ofMost', { count: length, most: asText(high) })
      : t('form.hint.range', { least: asText(low), most: asText(high), count: length });
  return low === undefined || low === 0 ? '' : t('form.hint.least', { least: asText(low) });
}
