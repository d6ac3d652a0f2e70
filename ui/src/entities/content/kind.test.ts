import { describe, expect, it } from 'vitest';
import type { Media, ResourceContents } from '../../api/generated/contract';
import { previewKind, RICH_TEXT_MAX, typeName, type PreviewKind } from './kind';

const media: Media = {
  claimedType: 'image/png',
  mimeType: 'image/png',
  base64: '',
  sizeBytes: 0,
  problem: null,
  contentId: null,
};
const text = (mimeType: string | null, uri: string, value = '{}'): ResourceContents => ({
  uri,
  mimeType,
  detectedType: null,
  contentId: null,
  body: { kind: 'text', text: value, picture: null },
});

const check = (name: string, contents: ResourceContents, expected: PreviewKind): void => {
  it(name, () => expect(previewKind(contents)).toBe(expected));
};

describe('previewKind', () => {
  check('markdown by type', text('text/markdown; charset=utf-8', 'demo://x'), 'markdown');
  check(
    'markdown by ending, when the type says nothing',
    text('text/plain', 'file:///a/README.md'),
    'markdown',
  );
  check('a type beats the ending', text('text/html', 'file:///a/README.md'), 'text');
  check('JSON by type', text('application/json', 'demo://x'), 'json');
  check('JSON by suffix', text('application/geo+json', 'demo://x'), 'json');
  check('JSON that is none is text', text('application/json', 'demo://x', '{oops'), 'text');
  check('CSV', text('text/csv', 'demo://x'), 'csv');
  check('HTML is never drawn', text('text/html', 'demo://x'), 'text');
  check('no type, no ending', text(null, 'demo://x'), 'text');
  check('very long JSON', text('application/json', 'x', `"${'a'.repeat(RICH_TEXT_MAX)}"`), 'text');
  check(
    'SVG that the core drew',
    {
      uri: 'x',
      mimeType: 'image/svg+xml',
      detectedType: null,
      contentId: null,
      body: { kind: 'text', text: '<svg/>', picture: media },
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
  check(
    'binary',
    {
      uri: 'x',
      mimeType: null,
      detectedType: null,
      contentId: null,
      body: { kind: 'binary', sizeBytes: 3, headBase64: '' },
    },
    'binary',
  );
});

describe('typeName', () => {
  it('knows the common ones', () => expect(typeName('text/markdown; charset=utf-8')).toBe('Markdown'));
  it('shows others as they are', () => expect(typeName('application/x-thing')).toBe('application/x-thing'));
});
