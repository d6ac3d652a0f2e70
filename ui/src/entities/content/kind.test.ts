import { describe, expect, it } from 'vitest';
import type { Media, ResourceContents } from '../../api/generated/contract';
import {
  foundType,
  notShownAs,
  previewKind,
  typeName,
  viewsOf,
  type NotShown,
  type PreviewKind,
  type View,
} from './kind';
import { partOf } from './part';
import { textBody } from '../../host/fake/contents';

const media: Media = {
  claimedType: 'image/png',
  mimeType: 'image/png',
  base64: '',
  sizeBytes: 0,
  ownSize: null,
  problem: null,
  contentId: null,
};
const text = (mimeType: string | null, uri: string, value = '{}'): ResourceContents => ({
  uri,
  mimeType,
  detectedType: null,
  contentId: null,
  body: textBody(value),
});
const beginning = (detectedType: string, mimeType: string | null): ResourceContents => ({
  ...text(mimeType, 'demo://x'),
  detectedType,
});
const binary = (mimeType: string | null, detectedType: string | null): ResourceContents => ({
  uri: 'x:',
  mimeType,
  detectedType,
  contentId: null,
  body: { kind: 'binary', sizeBytes: 9, headBase64: '' },
});

const check = (name: string, contents: ResourceContents, expected: PreviewKind): void => {
  it(name, () => expect(previewKind(partOf(contents, undefined))).toBe(expected));
};

describe('previewKind', () => {
  check('markdown by type', text('text/markdown; charset=utf-8', 'demo://x'), 'markdown');
  check(
    'markdown by ending, when the type says nothing',
    text('text/plain', 'file:///a/README.md'),
    'markdown',
  );
  check('a type beats the ending', text('text/html', 'file:///a/README.md'), 'html');
  check('JSON by type', text('application/json', 'demo://x'), 'json');
  check('JSON by suffix', text('application/geo+json', 'demo://x'), 'json');
  check('JSON with a fault, whose place is said', text('application/json', 'demo://x', '{oops'), 'json');
  check('YAML', text(null, 'file:///a/compose.yml'), 'yaml');
  check('TOML', text('text/plain', 'file:///a/Cargo.toml'), 'toml');
  check('CSV', text('text/csv', 'demo://x'), 'csv');
  check('no type, no ending', text(null, 'demo://x'), 'text');
  check('an ending that every object has', text(null, 'demo://x.constructor'), 'text');
  check('what its beginning shows, where nothing is declared', beginning('application/json', null), 'json');
  check('not against what is declared', beginning('text/html', 'image/png'), 'text');
  check(
    'SVG that the core drew',
    {
      uri: 'x',
      mimeType: 'image/svg+xml',
      detectedType: null,
      contentId: null,
      body: textBody('<svg/>', media),
    },
    'drawing',
  );
  check(
    'image',
    {
      uri: 'x',
      mimeType: 'text/plain',
      detectedType: null,
      contentId: null,
      body: { kind: 'image', ...media },
    },
    'image',
  );
  check(
    'audio',
    { uri: 'x', mimeType: null, detectedType: null, contentId: null, body: { kind: 'audio', ...media } },
    'audio',
  );
  check('a PDF, whatever it is declared as', binary('text/html', 'application/pdf'), 'pdf');
  check('a declared PDF that is none', binary('application/pdf', null), 'binary');
  check('a video', binary('video/mp4', 'video/mp4'), 'video');
  check('a zip archive', binary(null, 'application/zip'), 'archive');
  check('a font', binary('font/woff2', 'font/woff2'), 'font');
  check('an image that is not declared as one is not drawn', binary(null, 'image/png'), 'binary');
  check('binary', binary(null, null), 'binary');
});

describe('a text that is too long or too complex for its kind is shown as text', () => {
  it.each<[what: string, type: string, value: string, reason: NotShown]>([
    ['JSON', 'application/json', `"${'a'.repeat(1_000_000)}"`, { kind: 'json', longest: 1_000_000 }],
    ['YAML', 'text/yaml', 'a: 1\n'.repeat(11_000), { kind: 'yaml', longest: 50_000 }],
    ['TOML', 'application/toml', 'a = 1\n'.repeat(60_000), { kind: 'toml', longest: 300_000 }],
    ['CSV', 'text/csv', 'a,b,c,d\n'.repeat(700_000), { kind: 'csv', longest: 5_000_000 }],
    ['HTML', 'text/html', 'a '.repeat(1_100_000), { kind: 'html', longest: 2_000_000 }],
    ['HTML of many tags', 'text/html', '<br>'.repeat(10_001), { kind: 'html', longest: null }],
    ['Markdown', 'text/markdown', '*'.repeat(20_000), { kind: 'markdown', longest: null }],
  ])('%s', (_what, type, value, reason) => {
    const part = partOf(text(type, 'x:', value), undefined);
    expect({ kind: previewKind(part), reason: notShownAs(part) }).toEqual({ kind: 'text', reason });
  });
  it('a page of as many tags as are shown', () => {
    const part = partOf(text('text/html', 'x:', '<br>'.repeat(10_000)), undefined);
    expect(notShownAs(part)).toBeNull();
  });
});

describe('viewsOf', () => {
  it.each<[kind: PreviewKind, views: View[]]>([
    ['text', ['preview', 'bytes']],
    ['json', ['preview', 'source', 'bytes']],
    ['csv', ['preview', 'source', 'bytes']],
    ['pdf', ['preview', 'bytes']],
    ['binary', ['bytes']],
  ])('%s', (kind, views) => expect(viewsOf(kind), 'the bytes of each can be seen').toEqual(views));
});

describe('foundType', () => {
  const found = (contents: ResourceContents) => foundType(partOf(contents, undefined));

  it('says where it differs', () =>
    expect(found(binary('image/png', 'application/zip'))).toEqual({
      type: 'application/zip',
      differs: true,
    }));
  it('knows names for the same', () =>
    expect(found(binary('application/x-zip-compressed; a=b', 'application/zip'))).toEqual({
      type: 'application/zip',
      differs: false,
    }));
  it('finds none in text', () => expect(found(text('a/b', 'x'))).toBeNull());
  it.each<[declared: string, detected: string, differs: boolean]>([
    ['image/png', 'text/html', true],
    ['text/csv', 'text/html', true],
    ['text/plain', 'text/html', false],
    ['application/xhtml+xml', 'text/html', false],
    ['application/geo+json', 'application/json', false],
    ['application/yaml', 'application/json', false],
    ['text/plain', 'application/json', false],
    ['application/pdf', 'application/json', true],
    ['application/atom+xml', 'application/xml', false],
    ['text/xml', 'image/svg+xml', false],
    ['image/png', 'image/svg+xml', true],
  ])('%s against %s: %s', (declared, detected, differs) => {
    expect(found(beginning(detected, declared))).toEqual({ type: detected, differs });
  });
});

describe('typeName', () => {
  it('knows the common ones', () => expect(typeName('text/markdown; charset=utf-8')).toBe('Markdown'));
  it('shows others as they are', () => expect(typeName('application/x-thing')).toBe('application/x-thing'));
});
