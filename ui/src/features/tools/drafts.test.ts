import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createFakeHost } from '../../host/fake';
import type { JsonValue, ToolDetail } from '../../api/generated/contract';
import { sourceGone } from '../../lib/removedSources';
import { dropSecrets, useDraft } from './drafts';

const [given] = createFakeHost().world.tools;

function tool(name: string, serverId: string): ToolDetail {
  if (given === undefined) throw new Error('the fake host has tools');
  const head = { ...given.head, name, serverId: serverId as ToolDetail['head']['serverId'] };
  return { ...given, head, inputSchema: { type: 'object', properties: { password: { type: 'string' } } } };
}

/** Types a secret for a tool. */
function typeFor(one: ToolDetail): void {
  const { result } = renderHook(() => useDraft(one));
  act(() => result.current[1]({ value: { password: 'hunter2' } }));
}

const valueOf = (one: ToolDetail) => renderHook(() => useDraft(one)).result.current[0].value;

test('what was typed for the tools of a server goes with it', () => {
  const [gone, stays] = [tool('sign_in', 'a'), tool('sign_in', 'ab')];
  typeFor(gone);
  typeFor(stays);
  act(() => sourceGone('a'));
  expect([valueOf(gone), valueOf(stays)]).toEqual([{}, { password: 'hunter2' }]);
});

test('the latest fifty are kept', () => {
  const tools = Array.from({ length: 51 }, (_, index) => tool(`tool_${index}`, 'a'));
  tools.forEach(typeFor);
  const [first, second] = tools;
  if (first === undefined || second === undefined) throw new Error('tools');
  expect([valueOf(first), valueOf(second)]).toEqual([{}, { password: 'hunter2' }]);
});

const secret = { type: 'string', format: 'password' };
const login = { type: 'object', properties: { user: { type: 'string' }, key: { $ref: '#/$defs/key' } } };
const schema = {
  type: 'object',
  properties: {
    password: secret,
    pin: { type: 'integer', writeOnly: true },
    login,
    codes: { type: 'array', items: secret },
    either: { anyOf: [login, { type: 'boolean' }] },
    note: { type: 'string' },
    named: { patternProperties: { '^key_': secret } },
    typed: { if: { required: ['x'] }, else: { properties: { key: secret } } },
    whole: { allOf: [{ $ref: '#/$defs/key' }] },
    pairs: { type: 'object', additionalProperties: { items: login } },
  },
  additionalProperties: secret,
  $defs: { key: secret },
};

test.each<[what: string, sent: JsonValue, typed: JsonValue, left: JsonValue, named: string[]]>([
  ['nothing secret', { note: 'a' }, { note: 'a' }, { note: 'a' }, []],
  ['a password', { password: 'x', note: 'a' }, { password: 'x', note: 'a' }, { note: 'a' }, ['password']],
  ['a number', { pin: 12 }, { pin: 12 }, {}, ['pin']],
  [
    'within objects and lists',
    { login: { user: 'u', key: 'k' }, codes: ['a', 'b'] },
    { login: { user: 'u', key: 'k' }, codes: ['a', 'b'] },
    { login: { user: 'u' }, codes: [] },
    ['login.key', 'codes[0]', 'codes[1]'],
  ],
  [
    'where there is a choice',
    { either: { user: 'u', key: 'k' } },
    { either: { user: 'u', key: 'k' } },
    { either: { user: 'u' } },
    ['either.key'],
  ],
  ['what is not declared', { more: 'k' }, { more: 'k' }, {}, ['more']],
  [
    'behind other keywords',
    { named: { key_a: 'k' }, typed: { user: 'u', key: 'k' }, whole: 'k', pairs: { a: [{ key: 'k' }] } },
    { named: { key_a: 'k' }, typed: { user: 'u', key: 'k' }, whole: 'k', pairs: { a: [{ key: 'k' }] } },
    { named: {}, typed: { user: 'u' }, pairs: { a: [{}] } },
    ['named.key_a', 'typed.key', 'whole', 'pairs.a[0].key'],
  ],
  ['one that moved in its list', { codes: ['a'] }, { codes: ['b', 'a'] }, { codes: ['b'] }, ['codes[1]']],
  [
    'no text that looks like a mask',
    { password: 'x' },
    { password: 'x', note: 'five •••••', '•••': 'y' },
    { note: 'five •••••', '•••': 'y' },
    ['password'],
  ],
  ['a mask that was typed', { note: '•••' }, { note: '•••' }, { note: '•••' }, []],
  ['what was typed since', { password: 'x' }, { password: 'y' }, { password: 'y' }, []],
])('secrets leave with the call: %s', (what, sent, typed, left, named) => {
  const one = { ...tool(what, 'secrets'), inputSchema: schema };
  const { result } = renderHook(() => useDraft(one));
  act(() => result.current[1]({ value: typed, text: JSON.stringify(typed) }));
  act(() => dropSecrets(one, sent));
  const [{ value, text, missing }] = result.current;
  expect([value, missing.map(({ name }) => name)]).toEqual([left, named]);
  expect(text).toBe(named.length === 0 ? JSON.stringify(typed) : null);
});

test.each<[what: string, text: string, left: string]>([
  ['with the secret', '{"password": "x", "pin": 12, "note": "x', '{"password": "", "pin": null, "note": "x'],
  ['with another one', '{"password": "y", "note": "x"', '{"password": "y", "note": "x"'],
  ['with the same text elsewhere', '{"note": "x", "count": 12, "x": 1', '{"note": "x", "count": 12, "x": 1'],
  ['in a list', '{"codes": ["c", "d"', '{"codes": ["", "d"'],
])('text that cannot be read yet stays when the call ends: %s', (what, text, left) => {
  const one = { ...tool(what, 'unread'), inputSchema: schema };
  const { result } = renderHook(() => useDraft(one));
  const sent = { password: 'x', pin: 12, note: 'x', codes: ['c'] };
  act(() => result.current[1]({ view: 'json', value: sent, text }));
  act(() => dropSecrets(one, sent));
  expect([result.current[0].text, result.current[0].value]).toEqual([left, { note: 'x', codes: [] }]);
});
