import { expect, test } from 'vitest';
import { type JsonValue, isObject, type JsonObject } from '../../../lib/json';
import { startingValue } from '../defaults';
import { mergeSchemas, resolve } from '../resolve';
import { shapeOf, typeWord } from '../shape';

const read = (text: string): JsonObject => JSON.parse(text) as JsonObject;

function partsOf(value: JsonValue | undefined): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + partsOf(item), 1);
  return isObject(value) ? Object.values(value).reduce<number>((sum, item) => sum + partsOf(item), 1) : 1;
}

const names = Array.from({ length: 12 }, (_, index) => `m${index}`);
const endless: [what: string, schema: JsonObject][] = [
  [
    'members',
    {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { $ref: '#' }])),
      required: names,
    },
  ],
  ['entries', { type: 'array', minItems: 20, items: { $ref: '#' } }],
  [
    'entries of members',
    {
      type: 'object',
      properties: Object.fromEntries(
        names.map((name) => [name, { type: 'array', minItems: 20, items: { $ref: '#' } }]),
      ),
      required: names,
    },
  ],
];

test.each(endless)('a schema that needs itself in several %s is filled in up to a limit', (_what, schema) => {
  const parts = partsOf(startingValue(schema, schema));
  expect(parts, 'something to begin with').toBeGreaterThan(1);
  expect(parts, 'and no more than a form can show').toBeLessThan(30_000);
});

test.each([
  ['a list of itself', { type: 'array', items: { $ref: '#' } }, 'list'],
  ['a choice of itself or nothing', { anyOf: [{ $ref: '#' }, { type: 'null' }] }, 'json'],
  ['a choice of itself', { oneOf: [{ $ref: '#' }], title: 'a' }, 'json'],
  ['all of itself', { allOf: [{ $ref: '#' }] }, 'json'],
])('%s has a shape', (_what, schema: JsonObject, kind) => {
  expect(shapeOf(schema, schema).kind).toBe(kind);
  expect(() => typeWord(schema, schema)).not.toThrow();
});

test('a member may have any name', () => {
  const schema = read(
    '{"type":"object","properties":{"__proto__":{"const":1},"constructor":{"const":2}},"required":["__proto__","constructor"]}',
  );
  expect(JSON.stringify(startingValue(schema, schema))).toBe('{"__proto__":1,"constructor":2}');
  const merged = mergeSchemas(
    read('{"properties":{"a":{}}}'),
    read('{"properties":{"__proto__":{"type":"string"}}}'),
  );
  expect(JSON.stringify(merged)).toBe('{"properties":{"a":{},"__proto__":{"type":"string"}}}');
  const whole = resolve(read('{"allOf":[{"properties":{"__proto__":{"title":"a"}}}]}'), {});
  expect(JSON.stringify(whole.schema)).toBe('{"properties":{"__proto__":{"title":"a"}}}');
});
