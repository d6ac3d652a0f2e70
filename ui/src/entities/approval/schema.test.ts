import { expect, it } from 'vitest';
import type { JsonValue } from '../../api/generated/contract';
import { readSchema } from './schema';

const form = (properties: JsonValue): JsonValue => ({ type: 'object', properties, required: [] });

it.each<[JsonValue, ReturnType<typeof readSchema>]>([
  [form({ name: { type: 'string', format: 'email' }, count: { type: 'integer' } }), 'form'],
  [form({ size: { type: 'string', oneOf: [{ const: 's', title: 'Small' }] } }), 'form'],
  [form({ days: { type: 'array', items: { enum: ['mo', 'tu'] } } }), 'form'],
  [form({}), 'form'],
  [form({ address: { type: 'object', properties: {} } }), 'beyond'],
  [form({ tags: { type: 'array', items: { type: 'string' } } }), 'beyond'],
  [form({ any: { $ref: '#/$defs/any' } }), 'beyond'],
  [{ ...Object(form({})), oneOf: [] }, 'beyond'],
  [{ type: 'string' }, 'beyond'],
  [{}, 'beyond'],
  [['name'], 'none'],
  ['a name', 'none'],
  [true, 'none'],
  [null, 'none'],
])('%j asks for what a form may: %s', (schema, expected) => {
  expect(readSchema(schema)).toBe(expected);
});
