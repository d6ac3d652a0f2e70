import { expect, test } from 'vitest';
import type { Content, PromptOutcome } from '../../api/generated/contract';
import { promptText } from './promptText';
import { textBody } from '../../host/fake/contents';

const media = { claimedType: 'a/b', base64: '', ownSize: null, problem: null, contentId: null };

const resource = (text: string): Content => ({
  kind: 'resource',
  uri: 'demo://a',
  mimeType: null,
  detectedType: null,
  contentId: null,
  body: textBody(text),
});

const of = (content: Content): PromptOutcome => ({
  description: null,
  messages: [{ role: 'user', content }],
  historyId: null,
  durationMs: 1,
  raw: { messages: [] },
});

test.each<[what: string, content: Content, text: string, markdown: string]>([
  ['text', { kind: 'text', text: 'Hello' }, 'user:\n\nHello', '## user\n\nHello'],
  [
    'an image',
    { kind: 'image', mimeType: 'image/png', sizeBytes: 420, ...media },
    'user:\n\n[Image, image/png, 420 B]',
    '## user\n\n*Image, image/png, 420 B*',
  ],
  [
    'audio',
    { kind: 'audio', mimeType: 'audio/wav', sizeBytes: 7, ...media },
    'user:\n\n[Audio, audio/wav, 7 B]',
    '## user\n\n*Audio, audio/wav, 7 B*',
  ],
  [
    'a link whose URI holds a backtick',
    {
      kind: 'resourceLink',
      uri: 'demo://`a',
      title: 'A',
      description: null,
      mimeType: null,
      sizeBytes: null,
      icon: null,
    },
    'user:\n\nA: demo://`a',
    '## user\n\n``demo://`a``',
  ],
  [
    'a resource with text that would end the code around it',
    resource('a\n```\nb'),
    'user:\n\ndemo://a\n\na\n```\nb',
    '## user\n\n`demo://a`\n\n````\na\n```\nb\n````',
  ],
  [
    'content of an unknown kind',
    { kind: 'unknown', raw: { type: 'x' } },
    'user:\n\n{\n  "type": "x"\n}',
    '## user\n\n```json\n{\n  "type": "x"\n}\n```',
  ],
])('%s', (_what, content, text, markdown) => {
  const outcome = of(content);
  expect({ text: promptText(outcome, 'text'), markdown: promptText(outcome, 'markdown') }).toEqual({
    text,
    markdown,
  });
});

test('JSON is the answer as it came', () => {
  expect(promptText(of({ kind: 'text', text: 'x' }), 'json')).toBe('{\n  "messages": []\n}');
});
