import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../lib/json';
import { t } from '../../../words/translate';
import { MOST_FIELDS } from '../fieldCount';
import { one, openForm } from './harness';

const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `m${index}`);
const members = (count: number, value: JsonValue): JsonObject =>
  Object.fromEntries(names(count).map((name) => [name, value]));
const entries = (count: number, value: JsonValue): JsonValue[] => Array<JsonValue>(count).fill(value);

const text = { type: 'string' };

const LARGE: [what: string, schema: JsonObject, value: JsonValue][] = [
  ['undeclared arguments', { type: 'object' }, members(3_000, 1)],
  ['declared arguments', { type: 'object', properties: members(3_000, text) }, {}],
  ['entries of a list', one({ type: 'array', items: one(text) }), { x: entries(3_000, { x: 'a' }) }],
  ['texts of a list', one({ type: 'array', items: text }), { x: entries(3_000, 'a') }],
  [
    'lists in lists',
    one({ type: 'array', items: { type: 'array', items: one(text) } }),
    {
      x: entries(90, entries(90, { x: 'a' })),
    },
  ],
  ['members of a map', one({ type: 'object', additionalProperties: text }), { x: members(3_000, 'a') }],
  [
    'values of a choice of shapes',
    one({ anyOf: [{ type: 'array', items: text }, { type: 'object' }] }),
    {
      x: members(3_000, 'a'),
    },
  ],
  [
    'objects of a schema that holds itself twelvefold',
    { type: 'object', properties: members(12, { $ref: '#' }) },
    {},
  ],
  [
    'arguments for a certain value',
    {
      type: 'object',
      properties: { kind: text },
      if: { properties: { kind: { const: 'a' } } },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { properties: members(3_000, text) },
    },
    { kind: 'a' },
  ],
];

describe('a form does not grow without end', () => {
  test.each(LARGE)('with 3,000 %s', (_what, schema, value) => {
    const form = openForm(schema, value);
    const controls = document.querySelectorAll('input, textarea, button').length;
    expect(controls, 'fields and their buttons').toBeLessThanOrEqual(MOST_FIELDS * 4);
    screen.getAllByText(t('form.tooMany', { count: MOST_FIELDS }));
    expect(form.value(), 'nothing is lost').toEqual(value);
  });
});

test('only the part that is too long is edited as JSON', () => {
  openForm(
    { type: 'object', properties: { name: text, list: { type: 'array', items: one(text) } } },
    { name: 'a', list: entries(500, { x: 'a' }) },
  );
  expect(screen.getByLabelText<HTMLTextAreaElement>('name').value).toBe('a');
  expect(JSON.parse(screen.getByLabelText<HTMLTextAreaElement>('list').value)).toHaveLength(500);
});

test('what is edited as JSON stays so while it is shortened', () => {
  const form = openForm(one({ type: 'array', items: one(text) }), { x: entries(101, { x: 'a' }) });
  const field = screen.getByLabelText<HTMLTextAreaElement>('x');
  fireEvent.change(field, { target: { value: '[{"x": "b"}]' } });
  expect(form.value()).toEqual({ x: [{ x: 'b' }] });
  expect(field.isConnected, 'the field that is typed in').toBe(true);
});

test('a hundred values have a field each', () => {
  openForm({ type: 'object' }, members(MOST_FIELDS, 'a'));
  expect(document.querySelectorAll('textarea')).toHaveLength(MOST_FIELDS);
});
