import { expect, test } from 'vitest';
import { type JsonValue, isObject, type JsonObject } from '../../../lib/json';
import { startingValue } from '../defaults';
import { shapeFor } from '../conditions';
import { mergeSchemas, newWork, resolve } from '../resolve';
import { t } from '../../../words/translate';
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
    newWork(),
  );
  expect(JSON.stringify(merged)).toBe('{"properties":{"a":{},"__proto__":{"type":"string"}}}');
  const whole = resolve(read('{"allOf":[{"properties":{"__proto__":{"title":"a"}}}]}'), {});
  expect(JSON.stringify(whole.schema)).toBe('{"properties":{"__proto__":{"title":"a"}}}');
});

/** Members, or other keywords, of which each part has its own. */
const ofItsOwn = (part: number, count: number, of: JsonValue): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${part}-${index}`, of]));

const parts = (count: number, of: (part: number) => JsonObject): JsonObject[] =>
  Array.from({ length: count }, (_, part) => of(part));

const same = (): JsonObject => ({ properties: ofItsOwn(0, 2_000, { type: 'string' }) });
const namesOf = (part: number): string[] => Object.keys(ofItsOwn(part, 200, {}));

test.each<[what: string, allOf: JsonObject[]]>([
  ['members', parts(900, (part) => ({ properties: ofItsOwn(part, 200, {}) }))],
  ['required members', parts(900, (part) => ({ required: namesOf(part) }))],
  ['keywords', parts(900, (part) => ofItsOwn(part, 200, 1))],
  ['equal members', parts(900, same)],
])('many parts of many %s are not merged: each is held against all before it', (_what, allOf) => {
  const schema: JsonObject = { type: 'object', allOf };
  expect(resolve(schema, schema).extent).toBe('broken');
  expect(shapeOf(schema, schema).kind).toBe('json');
});

test('parts of ordinary size are merged', () => {
  const allOf = parts(20, (part) => ({ properties: ofItsOwn(part, 50, { type: 'string', title: 'a' }) }));
  const { schema, extent } = resolve({ allOf }, {});
  expect([extent, Object.keys(schema['properties'] ?? {}).length]).toEqual(['whole', 1_000]);
});

test.each<[what: string, branches: JsonObject]>([
  [
    'conditions',
    // `then` is a keyword of JSON Schema here; nobody awaits this object.
    // oxlint-disable-next-line unicorn/no-thenable
    { allOf: parts(900, (part) => ({ if: true, then: { properties: ofItsOwn(part, 200, {}) } })) },
  ],
  [
    'dependent schemas',
    {
      dependentSchemas: Object.fromEntries(
        parts(900, (part) => ({ properties: ofItsOwn(part, 200, {}) })).map((each, part) => [
          `a${part}`,
          each,
        ]),
      ),
    },
  ],
])('a form of many %s has the fields it has without a value', (_what, branches) => {
  const schema: JsonObject = { type: 'object', properties: { b: {} }, ...branches };
  const shape = shapeOf(schema, schema);
  const value = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`a${index}`, 1]));
  expect(shape.kind === 'object' && shapeFor(shape, value, schema)).toBe(shape);
});

test('of choices that all have many members some are called by their number', () => {
  const oneOf = parts(900, (part) => ({ properties: { [`kind${part}`]: { const: part } } }));
  const schema: JsonObject = { type: 'object', properties: ofItsOwn(0, 3_000, {}), oneOf };
  const shape = shapeOf(schema, schema);
  const labels = shape.kind === 'variants' ? shape.variants.map(({ label }) => label) : [];
  expect([labels[0], labels.at(-1)]).toEqual(['0', t('form.variant', { number: 900 })]);
});
