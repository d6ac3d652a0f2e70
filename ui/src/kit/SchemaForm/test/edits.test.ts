import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { JsonValue, JsonObject } from '../../../lib/json';
import { t } from '../../../words/translate';
import { circleOrSquare, one, openForm } from './harness';

interface Edit {
  what: string;
  schema: JsonObject;
  given?: JsonValue;
  act: (user: UserEvent) => Promise<void>;
  value: JsonValue;
}

const typeIn = (name: string, text: string) => async (user: UserEvent) =>
  user.type(screen.getByLabelText(name, { selector: 'input, textarea' }), text);
const clear = (name: string) => async (user: UserEvent) =>
  user.clear(screen.getByLabelText(name, { selector: 'input, textarea' }));
const click = (role: string, name: string) => async (user: UserEvent) =>
  user.click(screen.getByRole(role, { name }));
const inTurn =
  (...steps: ((user: UserEvent) => Promise<void>)[]) =>
  async (user: UserEvent) => {
    for (const step of steps) await step(user);
  };

const edits: Edit[] = [
  { what: 'text', schema: one({ type: 'string' }), act: typeIn('x', 'hello'), value: { x: 'hello' } },
  {
    what: 'emptied optional text is left out',
    schema: one({ type: 'string' }),
    given: { x: 'a' },
    act: clear('x'),
    value: {},
  },
  {
    what: 'emptied needed text is empty text',
    schema: one({ type: 'string' }, { required: ['x'] }),
    given: { x: 'a' },
    act: clear('x'),
    value: { x: '' },
  },
  {
    what: 'a second line by Shift+Enter',
    schema: one({ type: 'string' }),
    act: typeIn('x', 'a{Shift>}{Enter}{/Shift}b'),
    value: { x: 'a\nb' },
  },
  {
    what: 'Enter alone starts no line',
    schema: one({ type: 'string' }),
    act: typeIn('x', 'a{Enter}b'),
    value: { x: 'ab' },
  },
  { what: 'number', schema: one({ type: 'number' }), act: typeIn('x', '-1.50'), value: { x: -1.5 } },
  { what: 'exponent', schema: one({ type: 'number' }), act: typeIn('x', '2e3'), value: { x: 2000 } },
  {
    what: 'a number that would be sent as another one is kept as typed',
    schema: one({ type: 'integer' }),
    act: typeIn('x', '9007199254740993'),
    value: { x: '9007199254740993' },
  },
  {
    what: 'a step from a long number loses none of its digits',
    schema: one({ type: 'integer' }),
    given: { x: 1_790_000_000_123 },
    act: typeIn('x', '{ArrowUp}'),
    value: { x: 1_790_000_000_124 },
  },
  {
    what: 'no number is kept as typed',
    schema: one({ type: 'number' }),
    act: typeIn('x', '1x'),
    value: { x: '1x' },
  },
  {
    what: 'arrow steps by multipleOf',
    schema: one({ type: 'number', multipleOf: 0.1 }),
    given: { x: 0.2 },
    act: typeIn('x', '{ArrowUp}'),
    value: { x: 0.3 },
  },
  {
    what: 'stepping stops at the bound',
    schema: one({ type: 'integer', maximum: 3 }),
    given: { x: 3 },
    act: typeIn('x', '{ArrowUp}'),
    value: { x: 3 },
  },
  { what: 'boolean', schema: one({ type: 'boolean' }), act: click('radio', 'false'), value: { x: false } },
  {
    what: 'boolean taken back',
    schema: one({ type: 'boolean' }),
    given: { x: true },
    act: click('radio', t('form.notSet')),
    value: {},
  },
  {
    what: 'switch',
    schema: one({ type: 'boolean', default: true }),
    act: click('switch', 'x'),
    value: { x: false },
  },
  { what: 'choice keeps its type', schema: one({ enum: [1, 2] }), act: click('radio', '2'), value: { x: 2 } },
  {
    what: 'choice left out',
    schema: one({ enum: [1, 2] }),
    given: { x: 1 },
    act: click('button', t('form.clear', { name: 'x' })),
    value: {},
  },
  {
    what: 'null choice',
    schema: one({ enum: ['a', null] }),
    act: click('radio', 'null'),
    value: { x: null },
  },
  {
    what: 'null of text',
    schema: one({ type: ['string', 'null'] }),
    act: click('button', 'x: null'),
    value: { x: null },
  },
  {
    what: 'null taken back',
    schema: one({ type: ['string', 'null'] }),
    given: { x: null },
    act: click('button', 'x: null'),
    value: {},
  },
  {
    what: 'toggles keep the order of the schema',
    schema: one({ type: 'array', items: { enum: ['a', 'b', 'c'] } }),
    act: inTurn(click('checkbox', 'c'), click('checkbox', 'a')),
    value: { x: ['a', 'c'] },
  },
  {
    what: 'tags',
    schema: one({ type: 'array', items: { type: 'string' } }),
    act: typeIn('x', 'one{Enter}two, too{Enter}'),
    value: { x: ['one', 'two, too'] },
  },
  {
    what: 'number tags',
    schema: one({ type: 'array', items: { type: 'integer' } }),
    act: typeIn('x', '1{Enter}2{Enter}'),
    value: { x: [1, 2] },
  },
  {
    what: 'a tag taken out',
    schema: one({ type: 'array', items: { type: 'string' } }),
    given: { x: ['a', 'b'] },
    act: click('button', t('common.removeOf', { name: 'a' })),
    value: { x: ['b'] },
  },
  {
    what: 'the last tag of an optional list',
    schema: one({ type: 'array', items: { type: 'string' } }),
    given: { x: ['a'] },
    act: click('button', t('common.removeOf', { name: 'a' })),
    value: {},
  },
  {
    what: 'the last tag of a needed list',
    schema: one({ type: 'array', items: { type: 'string' } }, { required: ['x'] }),
    given: { x: ['a'] },
    act: click('button', t('common.removeOf', { name: 'a' })),
    value: { x: [] },
  },
  {
    what: 'an optional object comes with its needed parts',
    schema: one({
      type: 'object',
      properties: { on: { type: 'boolean' }, y: { type: 'string' } },
      required: ['on'],
    }),
    act: typeIn('y', 'q'),
    value: { x: { on: false, y: 'q' } },
  },
  {
    what: 'an emptied optional object is left out',
    schema: one({ type: 'object', properties: { y: { type: 'string' } } }),
    given: { x: { y: 'a' } },
    act: clear('y'),
    value: {},
  },
  {
    what: 'an emptied needed object stays',
    schema: one({ type: 'object', properties: { y: { type: 'string' } } }, { required: ['x'] }),
    given: { x: { y: 'a' } },
    act: clear('y'),
    value: { x: {} },
  },
  {
    what: 'an entry added',
    schema: one({ type: 'array', items: { type: 'object', properties: { y: { type: 'string' } } } }),
    act: inTurn(click('button', t('form.addItem', { title: 'x' })), typeIn('y', 'q')),
    value: { x: [{ y: 'q' }] },
  },
  {
    what: 'an entry moved',
    schema: one({ type: 'array', items: { type: 'object' } }),
    given: { x: [{ a: 1 }, { b: 2 }] },
    act: click('button', t('form.moveUp', { name: 'x 2' })),
    value: { x: [{ b: 2 }, { a: 1 }] },
  },
  {
    what: 'an entry removed',
    schema: one({ type: 'array', items: { type: 'object' } }),
    given: { x: [{ a: 1 }, { b: 2 }] },
    act: click('button', t('common.removeOf', { name: 'x 1' })),
    value: { x: [{ b: 2 }] },
  },
  {
    what: 'a key added to a map',
    schema: one({ type: 'object', additionalProperties: { type: 'string' } }),
    act: inTurn(typeIn(t('form.newKey'), 'k{Enter}'), typeIn('k', 'v')),
    value: { x: { k: 'v' } },
  },
  {
    what: 'a key taken from a map',
    schema: one({ type: 'object', additionalProperties: { type: 'string' } }),
    given: { x: { k: 'v', l: 'w' } },
    act: click('button', t('common.removeOf', { name: 'k' })),
    value: { x: { l: 'w' } },
  },
  {
    what: 'another variant',
    schema: one(circleOrSquare, { required: ['x'] }),
    act: inTurn(click('radio', 'Square'), typeIn('side', '4')),
    value: { x: { kind: 'square', side: 4 } },
  },
  {
    what: 'a variant comes back with what was typed',
    schema: one(circleOrSquare, { required: ['x'] }),
    act: inTurn(typeIn('r', '7'), click('radio', 'Square'), click('radio', 'Circle')),
    value: { x: { kind: 'circle', r: 7 } },
  },
  { what: 'JSON for anything', schema: one({}), act: typeIn('x', '{{"a":[[1]}'), value: { x: { a: [1] } } },
  {
    what: 'JSON that does not parse keeps the last value',
    schema: one({}),
    given: { x: 1 },
    act: typeIn('x', ',,'),
    value: { x: 1 },
  },
  {
    what: 'a member the schema does not name stays',
    schema: one({ type: 'string' }),
    given: { x: 'a', more: [1] },
    act: typeIn('x', 'b'),
    value: { x: 'ab', more: [1] },
  },
  {
    what: 'a name like a prototype’s',
    schema: { type: 'object', properties: { constructor: { type: 'string' } } },
    act: typeIn('constructor', 'a'),
    value: { constructor: 'a' },
  },
];

describe('editing gives the value', () => {
  test.each(edits)('$what', async ({ schema, given, act: edit, value }) => {
    const form = openForm(schema, given);
    await edit(form.user);
    expect(form.value()).toEqual(value);
  });
});

test.each([
  { text: 'ok', rows: '1' },
  { text: 'ok\r; delete', rows: '2' },
  { text: 'one\r\ntwo\nthree', rows: '3' },
])('all lines of $text are seen', ({ text, rows }) => {
  openForm(one({ type: 'string' }), { x: text });
  expect(screen.getByLabelText('x').getAttribute('rows')).toBe(rows);
});
