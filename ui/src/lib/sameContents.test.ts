import { describe, expect, it } from 'vitest';
import type { ContentId, ResourceBody, ResourceContents } from '../api/generated/contract';
import { holdTheSame } from './sameContents';

const text = (value: string): ResourceBody => ({ kind: 'text', text: value, sizeBytes: 3, picture: null });
const image = (base64: string): ResourceBody => ({
  kind: 'image',
  claimedType: 'image/png',
  mimeType: 'image/png',
  base64,
  sizeBytes: 3,
  ownSize: null,
  problem: null,
  contentId: null,
});
const binary = (headBase64: string, sizeBytes = 2_048): ResourceBody => ({
  kind: 'binary',
  sizeBytes,
  headBase64,
});
const content = (body: ResourceBody, id: string | null = null, uri = 'demo://a'): ResourceContents => ({
  uri,
  mimeType: null,
  detectedType: null,
  contentId: id as ContentId | null,
  body,
});

describe('two contents hold', () => {
  const cases: [string, ResourceContents, ResourceContents, boolean][] = [
    ['the same text', content(text('a')), content(text('a')), true],
    ['another text', content(text('a')), content(text('b')), false],
    ['the text of another URI', content(text('a')), content(text('a'), null, 'demo://b'), false],
    ['a text of another type', content(text('a'), 'one'), content(text('a'), 'two'), true],
    ['the same image', content(image('AA')), content(image('AA')), true],
    ['another image', content(image('AA')), content(image('BB')), false],
    ['an image instead of a text', content(text('a')), content(image('AA')), false],
    ['the same bytes', content(binary('AA'), 'one'), content(binary('AA'), 'one'), true],
    [
      'bytes that differ after their beginning',
      content(binary('AA'), 'one'),
      content(binary('AA'), 'two'),
      false,
    ],
    ['more bytes', content(binary('AA')), content(binary('AA', 4_096)), false],
  ];
  for (const [what, one, other, expected] of cases)
    it(what, () => expect(holdTheSame(one, other)).toBe(expected));
});
