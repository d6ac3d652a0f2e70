import { describe, expect, it } from 'vitest';
import verdicts from '../../../../../crates/usher-content/src/schema/verdicts.json';
import type { JsonObject, JsonValue } from '../../../lib/json';
import { resolve } from '../resolve';
import { matches, validate } from '../validator';

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
});

const faults = (schema: JsonObject, value: JsonValue): string[] =>
  validate(schema, value).map(({ path, fault }) => `${path.join('.')} ${fault.kind}`);

/** A value that a pattern finds at fault. */
const BROKEN = 'b';
const PATTERN: JsonObject = { type: 'string', pattern: '^(?=a)a$' };
const LINEAR: JsonObject = { type: 'string', pattern: '^a$' };

/** Where a schema can stand, with a value that is held against it. */
const PLACES: Record<string, (name: string, pattern: JsonObject) => [schema: JsonObject, value: JsonValue]> =
  {
    'a property': (name, pattern) => [object({ [name]: pattern }), { [name]: BROKEN }],
    'a definition': (name, pattern) => [
      { $defs: { [name]: pattern }, properties: { x: { $ref: `#/$defs/${name}` } } },
      { x: BROKEN },
    ],
    'a definition of draft-07': (name, pattern) => [
      { definitions: { [name]: pattern }, properties: { x: { $ref: `#/definitions/${name}` } } },
      { x: BROKEN },
    ],
    'a schema of a property that is there': (name, pattern) => [
      { dependentSchemas: { [name]: { properties: { x: pattern } } } },
      { [name]: 1, x: BROKEN },
    ],
    'a dependency': (name, pattern) => [
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        dependencies: { [name]: { properties: { x: pattern } } },
      },
      { [name]: 1, x: BROKEN },
    ],
    'a keyword nobody knows': (name, pattern) => [
      { 'x-parts': { [name]: pattern }, properties: { x: { $ref: `#/x-parts/${name}` } } },
      { x: BROKEN },
    ],
  };

/** Of a keyword nobody knows, not all is read. */
const { 'a keyword nobody knows': _unread, ...READ } = PLACES;

describe('a pattern that a linear engine does not run is left to the core', () => {
  const NAMES = ['plain', 'default', 'enum', 'const', 'examples', 'pattern', 'properties', 'items'];
  it.each(Object.entries(PLACES).flatMap(([place, of]) => NAMES.map((name) => [place, name, of] as const)))(
    'in %s called %s',
    (_place, name, of) => {
      expect(faults(...of(name, PATTERN))).toEqual([]);
    },
  );

  it.each(Object.entries(READ).flatMap(([place, of]) => NAMES.map((name) => [place, name, of] as const)))(
    'and one that it runs is run, in %s called %s',
    (_place, name, of) => {
      expect(faults(...of(name, LINEAR)).map((each) => each.split(' ').at(-1))).toEqual(['pattern']);
    },
  );

  it('nor behind a value of a keyword that a reference names', () => {
    const schema = { examples: { a: PATTERN }, properties: { x: { $ref: '#/examples/a' } } };
    expect(faults(schema, { x: BROKEN })).toEqual([]);
  });

  it('nor does what depends on one find a fault', () => {
    const held = object({ x: { type: 'string', not: object({}, { properties: { default: PATTERN } }) } });
    expect(faults(held, { x: 'text' })).toEqual([]);
    expect(faults({ not: { properties: { default: PATTERN } } }, { default: BROKEN })).toEqual([]);
  });

  it.each(['url', 'regex'])('nor the check of the format %s, which may take as long', (format) => {
    expect(faults(object({ x: { type: 'string', format } }), { x: '(' })).toEqual([]);
  });
});

describe('a property may have the name of a keyword', () => {
  it.each<[what: string, schema: JsonObject, fits: JsonValue, misfits: JsonValue, fault: string[]]>([
    [
      'type',
      object({ type: { type: 'string', enum: ['png', 'jpeg'] } }),
      { type: 'png' },
      { type: 1 },
      ['type type', 'type choice'],
    ],
    [
      'type in entries',
      object({ fields: { type: 'array', items: object({ type: { type: 'string' } }) } }),
      { fields: [{ type: 'a' }] },
      { fields: [{ type: 1 }] },
      ['fields.0.type type'],
    ],
    [
      'type in one of several',
      {
        oneOf: [
          object({ type: { const: 'page' }, page: { type: 'string' } }, { required: ['page'] }),
          object({ type: { const: 'db' }, db: { type: 'string' } }, { required: ['db'] }),
        ],
      },
      { type: 'db', db: 'x' },
      { type: 'db' },
      ['db required'],
    ],
    ['$id', object({ $id: { type: 'string' } }), { $id: 'not a URL' }, { $id: 1 }, ['$id type']],
    ['format', object({ format: { type: 'string' } }), { format: 'url' }, { format: 1 }, ['format type']],
  ])('%s', (_what, schema, fits, misfits, fault) => {
    expect(faults(schema, fits)).toEqual([]);
    expect(faults(schema, misfits)).toEqual(fault);
  });
});

/** Definitions that each refer to the next one twice. */
function doubling(keyword: 'allOf' | 'anyOf', levels: number): JsonObject {
  const parts = Array.from({ length: levels }, (_, level): [string, JsonValue] => [
    `d${level}`,
    { [keyword]: [{ $ref: `#/$defs/d${level + 1}` }, { $ref: `#/$defs/d${level + 1}` }] },
  ]);
  return { $ref: '#/$defs/d0', $defs: { ...Object.fromEntries(parts), [`d${levels}`]: { type: 'number' } } };
}

describe('a check always ends', () => {
  it.each(['allOf', 'anyOf'] as const)('over a schema that stands for 2^40 of its parts by %s', (keyword) => {
    const schema = doubling(keyword, 40);
    expect(validate(schema, 'text')).toEqual([]);
    expect(matches(schema, 'text', schema)).toBe(false);
    expect(resolve(schema, schema).extent).toBe(keyword === 'allOf' ? 'broken' : 'whole');
  });

  it('over a schema that refers to itself twice, and a deep value', () => {
    const twice: JsonObject = { properties: { a: { $ref: '#' } } };
    const schema: JsonObject = { anyOf: [twice, twice, { type: 'number' }] };
    let value: JsonValue = 'text';
    for (let level = 0; level < 40; level += 1) value = { a: value };
    expect(Array.isArray(validate(schema, value))).toBe(true);
  });

  it('but a list of very many entries, each to be compared with each, is left to the core', () => {
    const schema: JsonObject = { type: 'array', uniqueItems: true };
    expect(faults(schema, [1, 1])).toEqual([' uniqueItems']);
    expect(faults(schema, Array<number>(100_000).fill(1))).toEqual([]);
  });

  it('over very many entries at fault', () => {
    const schema: JsonObject = {
      type: 'array',
      items: { anyOf: [{ type: 'string' }, { type: 'object' }] },
    };
    expect(faults(schema, Array<number>(1_900).fill(1)).length).toBeGreaterThan(0);
  });
});

/** Verdicts of `jsonschema` (Python) without the assertion of formats; the core is held against the same. */
describe('judges as the reference does', () => {
  const all = verdicts as { schema: JsonObject; values: { value: JsonValue; valid: boolean }[] }[];
  // Names that a pattern covers are left to the core.
  it.each(all.filter(({ schema }) => schema['patternProperties'] === undefined))('$schema', (of) => {
    const judged = of.values.map(({ value }) => ({ value, valid: validate(of.schema, value).length === 0 }));
    expect(judged).toEqual(of.values);
  });

  it('but holds the answer to a form against its formats', () => {
    const schema = object({ a: { type: 'string', format: 'email' } });
    expect(validate(schema, { a: 'nobody' }, 'asserted').map(({ fault }) => fault.kind)).toEqual(['format']);
  });
});
