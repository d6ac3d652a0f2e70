import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { JsonValue, JsonObject } from '../../../lib/json';
import { circleOrSquare, one, openForm } from './harness';

const faults: [what: string, schema: JsonObject, value: JsonValue, faults: string[]][] = [
  ['needed', one({ type: 'string' }, { required: ['x'] }), {}, ['x is required']],
  ['too short', one({ type: 'string', minLength: 3 }), { x: 'a' }, ['x must have at least 3 characters']],
  ['too long', one({ type: 'string', maxLength: 1 }), { x: 'ab' }, ['x must have at most 1 character']],
  ['a pattern', one({ type: 'string', pattern: '^a+$' }), { x: 'b' }, ['x must match the pattern ^a+$']],
  [
    'a pattern that would hang a backtracking engine',
    one({ type: 'string', pattern: '^(a*)*!$' }),
    { x: 'a'.repeat(200) },
    ['x must match the pattern ^(a*)*!$'],
  ],
  [
    'names that a pattern covers are left to the core',
    { type: 'object', patternProperties: { '^a': { type: 'string' } }, additionalProperties: false },
    { ax: 'b' },
    [],
  ],
  [
    'a pattern that looks ahead is left to the core',
    one({ type: 'string', pattern: '^(?!b)' }),
    { x: 'b' },
    [],
  ],
  [
    'a pattern beside a format',
    one({ type: 'string', format: 'date', pattern: '^2026' }),
    { x: '2025-01-01' },
    ['x must match the pattern ^2026'],
  ],
  [
    'a pattern over a text that takes too long is left to the core',
    one({ type: 'string', pattern: '^(a{1,40}b?){40}$' }),
    { x: 'a'.repeat(100_000) },
    [],
  ],
  [
    'what must not match a pattern',
    one({ not: { pattern: '^a' } }),
    { x: 'a' },
    ['x is forbidden by the schema'],
  ],
  [
    'what must not match a pattern that looks ahead is left to the core',
    one({ not: { pattern: '^(?!b)' } }),
    { x: 'a' },
    [],
  ],
  [
    'a choice by pattern',
    one({ oneOf: [{ pattern: '^a' }, { pattern: 'b$' }] }),
    { x: 'ab' },
    ['x matches more than one variant'],
  ],
  [
    'a choice of what is referred to',
    {
      ...one({ oneOf: [{ $ref: '#/$defs/a' }, { type: 'boolean' }] }),
      $defs: { a: { type: 'string', pattern: '^a' } },
    },
    { x: 1 },
    ['x matches no variant'],
  ],
  [
    'a choice beside a format that nobody knows',
    one({ oneOf: [{ type: 'integer', format: 'int32' }, { type: 'boolean' }] }),
    { x: 'a' },
    ['x matches no variant'],
  ],
  [
    'a format with the name of what every object has',
    one({ type: 'string', format: 'hasOwnProperty' }),
    { x: 'a' },
    [],
  ],
  [
    'a format with the name of a pattern that was run',
    one({ type: 'string', format: 'pattern ^a+$' }),
    { x: 'b' },
    [],
  ],
  [
    'a pattern of another language is left to the core',
    one({ type: 'string', pattern: '(?P<n>a)' }),
    { x: 'b' },
    [],
  ],
  ['bounds', one({ type: 'integer', minimum: 1, maximum: 100 }), { x: 101 }, ['x must be at most 100']],
  ['whole number', one({ type: 'integer' }), { x: 1.5 }, ['x must be an integer, but is 1.5']],
  ['no number', one({ type: 'number' }), { x: 'soon' }, ['x must be a number, but is "soon"']],
  ...[
    { type: 'integer' },
    { type: ['number', 'null'] },
    { anyOf: [{ type: 'integer' }, { type: 'null' }] },
  ].map((x): (typeof faults)[number] => [
    `a number that would be sent as another one: ${JSON.stringify(x)}`,
    one(x),
    { x: '9007199254740993' },
    ['x is too large to be sent exactly'],
  ]),
  [
    'digits where no number belongs',
    one({ type: 'boolean' }),
    { x: '9007199254740993' },
    ['x must be true or false, but is "9007199254740993"'],
  ],
  ['step', one({ multipleOf: 5 }), { x: 7 }, ['x must be a multiple of 5']],
  ['choice', one({ enum: ['a', 'b'] }), { x: 'c' }, ['x must be one of "a", "b", but is "c"']],
  [
    'email',
    one({ type: 'string', format: 'email' }),
    { x: 'ops@' },
    ['x must be an email address such as name@example.com'],
  ],
  ['date', one({ type: 'string', format: 'date' }), { x: 'soon' }, ['x must be a date such as 2026-11-21']],
  [
    'address',
    one({ type: 'string', format: 'uri' }),
    { x: 'nope' },
    ['x must be an absolute URL such as https://example.com/page'],
  ],
  [
    'too few entries',
    one({ type: 'array', minItems: 2, items: { type: 'string' } }),
    { x: ['a'] },
    ['x must have at least 2 items'],
  ],
  [
    'an entry',
    one({ type: 'array', items: { type: 'integer' } }),
    { x: [1, 'b'] },
    ['x.1 must be an integer, but is "b"'],
  ],
  [
    'twice',
    one({ type: 'array', uniqueItems: true, items: { type: 'string' } }),
    { x: ['a', 'a'] },
    ['x must not have duplicate items'],
  ],
  [
    'deep',
    one({ type: 'object', properties: { y: { type: 'object', required: ['z'] } } }),
    { x: { y: {} } },
    ['x.y.z is required'],
  ],
  [
    'not known',
    one({ type: 'string' }, { additionalProperties: false }),
    { x: 'a', q: 1 },
    ['q is not in the schema'],
  ],
  [
    'only the variant that was meant',
    one(circleOrSquare),
    { x: { kind: 'square', side: 'w' } },
    ['x.side must be a number, but is "w"'],
  ],
  [
    'no variant at all',
    one({ anyOf: [{ type: 'string' }, { type: 'number' }] }),
    { x: true },
    ['x matches no variant'],
  ],
  [
    'null allowed',
    one({ anyOf: [{ type: 'integer', minimum: 5 }, { type: 'null' }] }),
    { x: 1 },
    ['x must be at least 5'],
  ],
  [
    'through a reference',
    { ...one({ $ref: '#/$defs/T' }), $defs: { T: { type: 'integer', minimum: 3 } } },
    { x: 1 },
    ['x must be at least 3'],
  ],
  [
    'dependent',
    one({ type: 'string' }, { dependentRequired: { x: ['y'] } }),
    { x: 'a' },
    ['y is required because x is set'],
  ],
  ['a reference that leads nowhere', one({ $ref: '#/$defs/gone' }), { x: 1 }, []],
  ['all is well', one({ type: 'string' }, { required: ['x'] }), { x: 'a' }, []],
];

describe('a check names what is wrong', () => {
  test.each(faults)('%s', (_what, schema, value, expected) => {
    expect(openForm(schema, value).check()).toEqual(expected);
  });
});

test('a failed check shows the message at its field and focuses the first one, unfolding what is in the way', async () => {
  const leaf = {
    type: 'object',
    properties: { code: { type: 'string', title: 'Code', minLength: 2 } },
    required: ['code'],
  };
  const nest = (inner: JsonObject): JsonObject => ({
    type: 'object',
    properties: { in: inner },
    required: ['in'],
  });
  const schema: JsonObject = {
    type: 'object',
    properties: { ok: { type: 'string' }, top: nest(nest(nest(leaf))) },
    required: ['top'],
  };
  const form = openForm(schema);
  const folds = screen.getAllByRole('button', { expanded: true });
  await form.user.click(folds[0] ?? document.body);
  expect(screen.queryByLabelText('Code'), 'folded parts are not built').toBeNull();

  expect(form.check()).toEqual(['top.in.in.in.code is required']);
  const field = screen.getByLabelText('Code');
  expect(document.activeElement, 'the first field at fault has the focus').toBe(field);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('alert').textContent).toContain('Code is required.');

  await form.user.type(field, 'abc');
  expect(screen.queryByRole('alert'), 'a mended field says nothing more').toBeNull();
});

test('faults show only once the person has left the field', async () => {
  const form = openForm(one({ type: 'string', minLength: 3 }));
  await form.user.type(screen.getByLabelText('x'), 'a');
  expect(screen.queryByRole('alert'), 'nobody is told off while typing').toBeNull();
  await form.user.tab();
  expect(screen.getByRole('alert').textContent).toContain('x must have at least 3 characters.');
});

test('JSON that does not parse is kept as typed and named with line and column', async () => {
  const form = openForm(one({}));
  const field = screen.getByLabelText<HTMLTextAreaElement>('x');
  await form.user.type(field, '{{"a": }');
  expect(form.check()).toEqual(['x cannot be sent as JSON: Value expected (line 1, column 7)']);
  expect(field.value).toBe('{"a": }');
});

test('typing into a form of 100 fields renders only the field that changed', async () => {
  const names = Array.from({ length: 100 }, (_, index) => `field ${index}`);
  const schema: JsonObject = {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  };
  const rendered: string[] = [];
  const note = (name: string) => {
    rendered.push(name);
    return null;
  };
  const form = openForm(schema, {}, note);
  expect(new Set(rendered).size, 'every field is there').toBe(100);
  rendered.length = 0;
  const field = document.querySelector<HTMLElement>('[data-key="/field 5"] textarea');
  await form.user.type(field ?? document.body, 'abc');
  expect(form.value()).toEqual({ 'field 5': 'abc' });
  expect(new Set(rendered)).toEqual(new Set(['field 5']));
});

test('faults come in the order of the form, whatever order the schema lists what is required in', () => {
  const text = { type: 'string' };
  const form = openForm({
    type: 'object',
    properties: { a: text, b: text, c: text },
    required: ['c', 'a', 'b'],
  });
  expect(form.check()).toEqual(['a is required', 'b is required', 'c is required']);
});
