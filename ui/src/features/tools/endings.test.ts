import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { CallEnding } from '../../api/generated/contract';
import { ended, returned, toolPage } from '../../test/calls';
import { expectAccessible, renderApp } from '../../test/render';
import { coreMessage } from '../../words/message';
import { t } from '../../words/translate';
import { textBody } from '../../host/fake/contents';

const endings: [what: string, ending: CallEnding, texts: string[]][] = [
  [
    'an error of the tool',
    returned({ isError: true, content: [{ kind: 'text', text: 'No such repository' }] }),
    ['The tool reported an error.', 'No such repository'],
  ],
  [
    'a failure',
    {
      kind: 'failed',
      error: {
        code: 'timeout',
        message: coreMessage('verbatim', { text: 'Demo server did not answer in 30 s.' }),
      },
    },
    ['Failed', 'Demo server did not answer in 30 s.'],
  ],
  [
    'a match',
    returned({ structured: { n: 1 }, verdict: { kind: 'matches', valuesChecked: 1 } }),
    ['Matches the output schema · 1 value checked', 'n', '1'],
  ],
  [
    'a mismatch',
    returned({
      structured: { n: 'x' },
      verdict: {
        kind: 'mismatch',
        faults: [
          { path: 'items[3].updated', message: coreMessage('verbatim', { text: 'should be a date' }) },
        ],
      },
    }),
    [t('content.verdict.mismatch'), 'items[3].updated', 'should be a date'],
  ],
  ['a missing result', returned({ verdict: { kind: 'missing' } }), [t('content.verdict.missing')]],
  [
    'a broken schema',
    returned({
      structured: 1,
      verdict: { kind: 'brokenSchema', message: coreMessage('verbatim', { text: 'type is 7' }) },
    }),
    [t('content.verdict.invalidSchema')],
  ],
  [
    'a structured result nobody declared',
    returned({ structured: { a: true } }),
    [t('content.verdict.notDeclared'), 'true'],
  ],
  [
    'a table',
    returned({
      structured: {
        items: [
          { id: 1, title: 'One' },
          { id: 2, title: 'Two' },
        ],
      },
    }),
    ['items', '2 objects', 'title', 'Two'],
  ],
  ['a tree', returned({ structured: [[{ deep: 'down' }]] }), ['deep', '"down"']],
  ['text with what is hidden in it', returned({ content: [{ kind: 'text', text: 'a\u202Eb' }] }), ['U+202E']],
  [
    'a resource link',
    returned({
      content: [
        {
          kind: 'resourceLink',
          uri: 'demo://x',
          title: 'The X',
          description: null,
          mimeType: null,
          sizeBytes: 1200,
          icon: null,
        },
      ],
    }),
    ['The X', 'demo://x', '1.2 kB', 'Open in Resources'],
  ],
  [
    'a resource',
    returned({
      content: [
        {
          kind: 'resource',
          uri: 'demo://y',
          mimeType: 'text/plain',
          detectedType: null,
          contentId: null,
          body: textBody('inside'),
        },
      ],
    }),
    ['demo://y', 'inside'],
  ],
  [
    'a kind of tomorrow',
    returned({ content: [{ kind: 'unknown', raw: { type: 'hologram' } }] }),
    [t('content.unknownType'), '"hologram"'],
  ],
  [
    'a picture that is none',
    returned({
      content: [
        {
          kind: 'image',
          claimedType: 'image/png',
          mimeType: 'text/html',
          base64: '',
          sizeBytes: 3,
          ownSize: null,
          problem: coreMessage('verbatim', { text: 'its bytes are no picture' }),
          contentId: null,
        },
      ],
    }),
    ['its bytes are no picture'],
  ],
  ['nothing', returned({}), [t('content.empty')]],
];

describe('how a call ended', () => {
  test.each(endings)('%s', async (_what, ending, texts) => {
    const { host, user } = renderApp(toolPage('echo'));
    host.on('tool.call', () => ended(ending));
    await user.click(await screen.findByRole('button', { name: new RegExp(`^${t('common.run')}`) }));
    const result = await screen.findByRole('region', { name: t('common.result') });
    await waitFor(() => {
      for (const text of texts) expect(result.textContent).toContain(text);
    });
    await expectAccessible();
  });
});
