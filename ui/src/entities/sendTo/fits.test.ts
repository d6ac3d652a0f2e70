import { describe, expect, it } from 'vitest';
import type { JsonValue, ToolDetail } from '../../api/generated/contract';
import { fitsOf, pathOf, valueOf, type Sendable } from './fits';

const CONTENT: Sendable = {
  name: 'notes',
  uri: 'file:///home/ada/notes%20of%20May.md',
  text: '# Notes',
  base64: async () => 'IyBOb3Rlcw==',
};
const BYTES: Sendable = { ...CONTENT, uri: 'demo://sunrise.png', text: null };
const URI: Sendable = { ...BYTES, base64: null };

const tool = (inputSchema: JsonValue, schemaProblem: ToolDetail['schemaProblem'] = null): ToolDetail => ({
  head: {} as ToolDetail['head'],
  description: null,
  inputSchema,
  outputSchema: null,
  schemaProblem,
  taskSupport: 'forbidden',
  definition: '',
  raw: {},
});

describe('the arguments that a content fits', () => {
  it.each<[name: string, schema: JsonValue, text: string | null, bytes: string | null, uri: string | null]>([
    ['message', { type: 'string' }, 'text', null, null],
    ['message', { type: ['string', 'null'] }, 'text', null, null],
    ['message', { $ref: '#/$defs/text' }, 'text', null, null],
    ['page', { type: 'string', format: 'uri' }, 'uri', 'uri', 'uri'],
    ['imageUrl', { type: 'string' }, 'uri', 'uri', 'uri'],
    ['source_uri', { type: 'string' }, 'uri', 'uri', 'uri'],
    ['curl', { type: 'string' }, 'text', null, null],
    ['path', { type: 'string' }, 'path', 'uri', 'uri'],
    ['filePath', { type: 'string' }, 'path', 'uri', 'uri'],
    ['data', { type: 'string', contentEncoding: 'base64' }, 'base64', 'base64', null],
    ['imageBase64', { type: 'string' }, 'base64', 'base64', null],
    ['data', { type: 'string', contentEncoding: 'base32' }, null, null, null],
    ['day', { type: 'string', format: 'date' }, null, null, null],
    ['mail', { type: 'string', format: 'email' }, null, null, null],
    ['state', { type: 'string', enum: ['a', 'b'] }, null, null, null],
    ['url', { const: 'https://example.com' }, null, null, null],
    ['count', { type: 'integer' }, null, null, null],
    ['list', { type: 'array', items: { type: 'string' } }, null, null, null],
  ])('%s %o', (name, schema, ...expected) => {
    const root = { type: 'object', properties: { [name]: schema }, $defs: { text: { type: 'string' } } };
    const as = [CONTENT, BYTES, URI].map((content) => fitsOf(tool(root), content)[0]?.as ?? null);
    expect(as).toEqual(expected);
  });

  it('are none where the schema cannot be used', () => {
    const schema = { type: 'object', properties: { message: { type: 'string' } } };
    expect(fitsOf(tool(schema, { code: 'x', params: {} }), CONTENT)).toEqual([]);
    expect(fitsOf(tool('none'), CONTENT)).toEqual([]);
  });
});

it('a content becomes the value of an argument', async () => {
  const values = await Promise.all(
    (['uri', 'path', 'text', 'base64'] as const).map((as) => valueOf(as, CONTENT)),
  );
  expect(values).toEqual([CONTENT.uri, '/home/ada/notes of May.md', '# Notes', 'IyBOb3Rlcw==']);
});

it.each([
  ['file:///C:/a%20b.txt', 'C:/a b.txt'],
  ['file://localhost/etc/hosts', '/etc/hosts'],
  ['file://server/share/a.txt', null],
  ['file:///a%zz', null],
  ['file:///a?b', null],
  ['https://example.com/a', null],
])('the path of %s is %s', (uri, path) => expect(pathOf(uri)).toBe(path));
