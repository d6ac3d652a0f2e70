import { describe, expect, test } from 'vitest';
import type { JsonValue, JsonObject } from '../../../lib/json';
import { startingValue } from '../defaults';
import { t } from '../../../words/translate';
import { fields, one, openForm } from './harness';

const shapes: [what: string, schema: JsonObject, fields: string[]][] = [
  ['text', one({ type: 'string' }), ['textbox x']],
  ['a title is the label', one({ type: 'string', title: 'Search for' }), ['textbox Search for']],
  ['integer', one({ type: 'integer' }), ['spinbutton x']],
  ['number', one({ type: 'number' }), ['spinbutton x']],
  [
    'optional boolean has three states',
    one({ type: 'boolean' }),
    [`radio ${t('form.notSet')}`, 'radio true', 'radio false'],
  ],
  ['needed boolean is a switch', one({ type: 'boolean' }, { required: ['x'] }), ['switch x']],
  ['boolean with a default is a switch', one({ type: 'boolean', default: true }), ['switch x']],
  ['few choices', one({ enum: ['a', 'b'] }, { required: ['x'] }), ['radio a', 'radio b']],
  ['many choices', one({ enum: ['a', 'b', 'c', 'd', 'e'] }, { required: ['x'] }), ['combobox x']],
  ['old titled choices', one({ enum: ['a', 'b'], enumNames: ['Ay', 'Bee'] }), ['radio Ay', 'radio Bee']],
  [
    'titled choices by oneOf',
    one({
      oneOf: [
        { const: 1, title: 'One' },
        { const: 2, title: 'Two' },
      ],
    }),
    ['radio One', 'radio Two'],
  ],
  [
    'titled choices by anyOf',
    one({ anyOf: [{ const: 'p', title: 'P' }, { enum: ['q'] }] }),
    ['radio P', 'radio q'],
  ],
  ['choice with null', one({ enum: ['a', null] }, { required: ['x'] }), ['radio a', 'radio null']],
  ['const is only shown', one({ const: 'v1' }, { required: ['x'] }), ['status x']],
  ['text or null', one({ type: ['string', 'null'] }), ['button x: null', 'textbox x']],
  [
    'anyOf with null',
    one({ anyOf: [{ type: 'integer' }, { type: 'null' }] }),
    ['button x: null', 'spinbutton x'],
  ],
  ['toggles', one({ type: 'array', items: { enum: ['mo', 'tu'] } }), ['checkbox mo', 'checkbox tu']],
  [
    'many of many',
    one({ type: 'array', uniqueItems: true, items: { enum: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] } }),
    ['combobox x'],
  ],
  ['tags', one({ type: 'array', items: { type: 'string' } }), ['textbox x']],
  ['numbers as tags', one({ type: 'array', items: { type: 'number' } }), ['textbox x']],
  [
    'date',
    one({ type: 'string', format: 'date' }),
    ['textbox x', `button ${t('form.pickDate', { name: 'x' })}`],
  ],
  [
    'date and time',
    one({ type: 'string', format: 'date-time' }),
    ['textbox x', `button ${t('form.pickDate', { name: 'x' })}`],
  ],
  [
    'time',
    one({ type: 'string', format: 'time' }),
    ['textbox x', `button ${t('form.nowOf', { name: 'x' })}`],
  ],
  ['address', one({ type: 'string', format: 'uri' }), ['textbox x']],
  ['password', one({ type: 'string', format: 'password' }), [`button ${t('form.showText')}`]],
  [
    'nested object',
    one({ type: 'object', properties: { y: { type: 'string' } } }),
    ['button xobject, 0 of 1 set', 'textbox y'],
  ],
  [
    'list of objects',
    one({ type: 'array', items: { type: 'object', properties: { y: { type: 'string' } } } }),
    ['button xarray', `button ${t('form.addItem', { title: 'x' })}`],
  ],
  [
    'map',
    one({ type: 'object', additionalProperties: { type: 'number' } }),
    ['button xobject, 0 set', `textbox ${t('form.newKey')}`, `button ${t('common.add')}`],
  ],
  ['reference', { ...one({ $ref: '#/$defs/T' }), $defs: { T: { type: 'integer' } } }, ['spinbutton x']],
  [
    'old definitions',
    { ...one({ $ref: '#/definitions/T' }), definitions: { T: { type: 'boolean' } } },
    [`radio ${t('form.notSet')}`, 'radio true', 'radio false'],
  ],
  ['allOf', one({ allOf: [{ type: 'string' }, { minLength: 2 }] }), ['textbox x']],
  [
    'object of allOf',
    {
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } } },
        { properties: { b: { type: 'number' } } },
      ],
    },
    ['textbox a', 'spinbutton b'],
  ],
  [
    'text or number',
    one({ type: ['string', 'number'] }),
    [`button x${t('form.hint.chooseOne')}`, 'radio string', 'radio number', 'textbox x'],
  ],
  [
    'variants of objects',
    one({
      oneOf: [
        {
          type: 'object',
          properties: { kind: { const: 'circle' }, r: { type: 'number' } },
          required: ['kind', 'r'],
        },
        {
          type: 'object',
          properties: { kind: { const: 'square' }, side: { type: 'number' } },
          required: ['kind'],
        },
      ],
    }),
    [`button x${t('form.hint.chooseOne')}`, 'radio circle', 'radio square', 'radio circle', 'spinbutton r'],
  ],
  ['anything', one({}), ['textbox x']],
  ['a boolean schema', one(true), ['textbox x']],
  ['a dangling reference', one({ $ref: '#/$defs/gone' }), ['textbox x']],
  ['an unknown type', one({ type: 'file' }), ['textbox x']],
  ['a schema that is a number', one(7), ['textbox x']],
  ['no type, but bounds', one({ minimum: 1 }), ['spinbutton x']],
  ['no arguments', { type: 'object' }, []],
  [
    'a schema that holds itself',
    {
      ...one({ $ref: '#/$defs/Node' }),
      $defs: { Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } } },
    },
    ['button xobject, 0 of 1 set', 'button nextobject, 0 of 1 set', 'button nextobject, 0 of 1 set'],
  ],
  [
    'then, where if holds',
    {
      type: 'object',
      properties: { mode: { enum: ['simple', 'full'], default: 'full' } },
      if: { properties: { mode: { const: 'full' } }, required: ['mode'] },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { properties: { depth: { type: 'integer' } } },
    },
    [`button ${t('form.clear', { name: 'mode' })}`, 'radio simple', 'radio full', 'spinbutton depth'],
  ],
];

describe('a schema becomes fields', () => {
  test.each(shapes)('%s', (_what, schema, expected) => {
    openForm(schema);
    expect(fields()).toEqual(expected);
  });
});

type Start = [what: string, schema: JsonObject, value: JsonValue];

const starts: Start[] = [
  ['defaults are filled in', one({ type: 'string', default: 'hi' }), { x: 'hi' }],
  ['optional without default is left out', one({ type: 'string' }), {}],
  ['a needed constant is there', one({ const: 3 }, { required: ['x'] }), { x: 3 }],
  ['an optional constant is not', one({ const: 3 }), {}],
  [
    'a needed object is there with its defaults',
    one({ type: 'object', properties: { y: { default: 1 } } }, { required: ['x'] }),
    { x: { y: 1 } },
  ],
  [
    'an optional object that its defaults make whole',
    one({ type: 'object', properties: { y: { default: 1 } } }),
    { x: { y: 1 } },
  ],
  [
    'an optional object that lacks something',
    one({ type: 'object', properties: { y: { default: 1 }, z: { type: 'string' } }, required: ['z'] }),
    {},
  ],
  [
    'a needed list has its least entries',
    one({ type: 'array', minItems: 2, items: { type: 'object' } }, { required: ['x'] }),
    { x: [{}, {}] },
  ],
  ['null as a default', one({ type: ['string', 'null'], default: null }), { x: null }],
  ['default false is a default', one({ type: 'boolean', default: false }), { x: false }],
  ...['string', 'integer', 'array', 'boolean', 'object'].map((type): Start => [
    `default null of type ${type} is not set`,
    one({ type, default: null }),
    {},
  ]),
  ['a default that is no choice is not set', one({ enum: ['a', 'b'], default: 'c' }), {}],
  ['a default beyond its bounds is not set', one({ type: 'integer', minimum: 1, default: 0 }), {}],
  [
    'a default of a definition that it refuses is not set',
    { ...one({ $ref: '#/$defs/size', default: null }), $defs: { size: { type: 'integer' } } },
    {},
  ],
  [
    'a default with a member that its schema refuses is not set',
    one({ type: 'object', properties: { y: { type: 'string' } }, default: { y: null } }),
    {},
  ],
  [
    'a default is completed by those of its members before it is judged',
    one({
      type: 'object',
      properties: { y: { default: 1 }, z: {} },
      required: ['y'],
      default: { z: 2 },
    }),
    { x: { y: 1, z: 2 } },
  ],
  [
    'a default that cannot be checked is set',
    one({ type: 'string', pattern: '[', default: 'a' }),
    { x: 'a' },
  ],
];

test.each(starts)('a form starts right: %s', (_what, schema, value) => {
  expect(startingValue(schema, schema)).toEqual(value);
});
