import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ReactNode } from 'react';
import type { ResourceBody } from '../../api/generated/contract';
import { HIDDEN } from '../../lib/visible';
import { renderPart } from '../../test/render';
import { ArgumentForm } from '../arguments/ArgumentForm';
import ArchiveList from './preview/ArchiveList';
import { PartList } from './PartList';
import { partOf } from './part';
import { bytesOfBase64 } from '../../lib/hex';
import { ResourceView } from './ResourceView';
import { textsIn } from '../../test/texts';
import { CodeView } from '../../kit/CodeView/CodeView';
import { CopyButton } from '../../kit/CopyButton';
import { JsonTable } from './JsonTable';
import { DetailHeader } from '../../kit/DetailHeader';
import { JsonView } from '../../kit/JsonView/JsonView';
import CsvTable from './preview/CsvTable';
import { SchemaForm } from '../../kit/SchemaForm/SchemaForm';
import { Segments } from '../../kit/Segments';
import { t } from '../../words/translate';
import { textBody } from '../../host/fake/contents';

/** What a server may call anything: it reads `a⟨U+202E⟩b`. */
const NAME = 'a\u202Eb';
const LONG = `${NAME} and so on, too long to stand beside others`;

const TEXT = textBody(NAME);
const HEADER = `${NAME}.txt`;
const TAR: ResourceBody = {
  kind: 'binary',
  sizeBytes: 512,
  headBase64: btoa(
    [...new TextEncoder().encode(HEADER.padEnd(257 - 2, '\0') + 'ustar')]
      .map((byte) => String.fromCharCode(byte))
      .join('')
      .padEnd(512, '\0'),
  ),
};

const parts: [what: string, part: ReactNode][] = [
  ['the head of a pane', <DetailHeader key="" icon={null} title={NAME} name={LONG} />],
  [
    'choices side by side',
    <Segments
      key=""
      label={NAME}
      data={[{ value: 0, label: NAME, title: NAME }]}
      value={null}
      onChange={() => {}}
    />,
  ],
  ['code', <CodeView key="" label={NAME} text={NAME} />],
  ['a tree', <JsonView key="" label={NAME} value={{ [NAME]: [NAME, { [NAME]: 1 }] }} />],
  ['a table of separated text', <CsvTable key="" label={NAME} text={`${NAME},b\n${NAME},c`} />],
  [
    'a list of parts',
    <PartList
      key=""
      label="Parts"
      chosen={0}
      onChoose={() => {}}
      parts={[
        partOf(
          { uri: `x:/${NAME}`, mimeType: NAME, detectedType: null, contentId: null, body: TEXT },
          undefined,
        ),
      ]}
    />,
  ],
  [
    'an archive',
    <ArchiveList
      key=""
      label={NAME}
      bytes={bytesOfBase64(TAR.headBase64)}
      part={partOf(
        { uri: 'x:', mimeType: null, detectedType: 'application/x-tar', contentId: null, body: TAR },
        undefined,
      )}
    />,
  ],
  [
    'a table',
    <JsonTable
      key=""
      label={NAME}
      table={{ columns: [NAME, 'b'], rows: [{ [NAME]: NAME, b: { [NAME]: [NAME] } }] }}
    />,
  ],
  [
    'a resource in a message',
    <ResourceView
      key=""
      serverLabel={NAME}
      resource={{
        uri: `x:${NAME}`,
        mimeType: NAME,
        detectedType: null,
        contentId: null,
        body: TEXT,
      }}
    />,
  ],
  [
    'a form',
    <SchemaForm
      key=""
      label={NAME}
      value={{ [`${NAME}extra`]: 1, [`${NAME}fixed`]: NAME, [`${NAME}tags`]: [NAME], [`${NAME}list`]: [{}] }}
      onChange={() => {}}
      schema={{
        type: 'object',
        title: NAME,
        required: [`${NAME}fixed`],
        properties: {
          [NAME]: { type: 'string', title: NAME, description: NAME, format: NAME },
          [`${NAME}2`]: { enum: [NAME, 'b'] },
          [`${NAME}3`]: {
            oneOf: [
              { const: 'x', title: LONG, description: NAME },
              { const: 'y', title: LONG },
            ],
          },
          [`${NAME}4`]: { type: 'array', items: { enum: [NAME, 'b'] } },
          [`${NAME}5`]: {
            anyOf: [
              { type: 'string', title: NAME },
              { type: 'object', title: LONG },
            ],
          },
          [`${NAME}6`]: { type: ['string', 'null'] },
          [`${NAME}7`]: { type: 'object', title: NAME, properties: { [NAME]: { type: 'boolean' } } },
          [`${NAME}8`]: { $ref: `#/${NAME}` },
          [`${NAME}9`]: { type: 'string', examples: [NAME] },
          [`${NAME}fixed`]: { const: NAME },
          [`${NAME}tags`]: { type: 'array', items: { type: 'string' } },
          [`${NAME}list`]: { type: 'array', items: { type: 'object' } },
        },
      }}
    />,
  ],
  [
    'arguments',
    <ArgumentForm
      key=""
      serverId={'s' as never}
      reference={{ kind: 'prompt', name: 'p' }}
      arguments={[
        { name: NAME, title: NAME, description: NAME, required: true },
        { name: 'constructor', title: 'constructor', description: null, required: true },
      ]}
      values={{}}
      onValues={() => {}}
      action="Get"
      busy={false}
      onSubmit={() => {}}
    />,
  ],
];

test.each(parts)('nothing in %s stays unseen', async (_what, part) => {
  const { baseElement } = renderPart(part);
  await waitFor(() => {
    const texts = textsIn(baseElement);
    expect(texts.some((text) => text.includes('U+202E')) || texts.includes('constructor')).toBe(true);
  });
  expect(textsIn(baseElement).filter((text) => text.search(HIDDEN) >= 0)).toEqual([]);
});

test.each([
  ['plain text', 'a b', t('common.copied')],
  ['a hidden character', NAME, t('shared.copiedHidden')],
])('a copy of %s says what it is', async (_what, text, says) => {
  const { user } = renderPart(<CopyButton label="Copy" text={() => text} />);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByRole('button', { name: says })).toBeTruthy();
  expect(await navigator.clipboard.readText(), 'exactly').toBe(text);
});
