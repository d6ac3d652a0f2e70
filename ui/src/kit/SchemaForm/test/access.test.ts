import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../lib/json';
import { expectAccessible } from '../../../test/render';
import { circleOrSquare, openForm } from './harness';

const everything: JsonObject = {
  type: 'object',
  required: ['name', 'mode', 'confirm', 'shape', 'travellers', 'version'],
  properties: {
    name: { type: 'string', title: 'Name', minLength: 3, description: 'How it is called.' },
    start: { type: 'string', format: 'date' },
    at: { type: 'string', format: 'date-time' },
    mode: { enum: ['train', 'bus', 'ship', 'plane', 'foot'] },
    few: { enum: ['a', 'b'] },
    days: { type: 'array', items: { enum: ['mo', 'tu'] } },
    many: {
      type: 'array',
      uniqueItems: true,
      items: { enum: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'] },
    },
    tags: { type: 'array', items: { type: 'string' } },
    confirm: { type: 'boolean' },
    quiet: { type: 'boolean' },
    seats: { type: 'integer', minimum: 1, maximum: 9 },
    note: { type: ['string', 'null'] },
    secret: { type: 'string', format: 'password' },
    shape: circleOrSquare,
    travellers: {
      type: 'array',
      minItems: 1,
      items: { type: 'object', properties: { age: { type: 'integer' } } },
    },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    version: { const: 2 },
    anything: {},
  },
};

test('every kind of field is named for a screen reader, before and after a failed check', async () => {
  const form = openForm(everything, {
    tags: ['one'],
    note: null,
    labels: { k: 'v' },
    travellers: [{}],
    version: 2,
  });
  await expectAccessible();
  expect(form.check().length).toBeGreaterThan(0);
  await expectAccessible();
});

test('a fault is read with its field', async () => {
  const form = openForm(everything);
  form.check();
  const name = screen.getByRole('textbox', { name: 'Name' });
  const described = document.getElementById(name.getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toContain('Name is required.');
  expect(described?.textContent).toContain('How it is called.');
});
