import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ContentId, Media, SourceId } from '../../api/generated/contract';
import type { FakeHost } from '../../host/fake';
import { contentsOf } from '../../host/fake/contents';
import { dragHandle, dragStart, transfer } from '../../test/drag';
import { expectAccessible, renderPart } from '../../test/render';
import { t } from '../../words/translate';
import { ContentBlocks } from './ContentBlocks';
import { ResourceView } from './ResourceView';

const contentId = 'c7' as ContentId;
const media: Media = {
  claimedType: 'image/png',
  mimeType: 'image/png',
  base64: btoa('\x89PNG'),
  sizeBytes: 4,
  ownSize: null,
  problem: null,
  contentId,
};

const called = (host: FakeHost, name: string): unknown[] =>
  host.calls.filter((one) => one.name === name).map(({ params }) => params);

/** Drags it, and returns what is carried. */
async function drag(from: Element): Promise<[string, string][]> {
  fireEvent.mouseDown(from, { button: 0 });
  const carried = transfer();
  await waitFor(() => expect(dragStart(from, carried)).toBe(true));
  return [...carried.data];
}

test('a resource inside a message is dragged out of the window, and not read again', async () => {
  const uri = 'demo://docs/plan.json';
  const { host } = renderPart(<ResourceView resource={contentsOf(uri)} serverLabel="Demo server" />);
  const carried = await drag(dragHandle());
  expect(carried).toEqual([['text/uri-list', 'file:///home/ada/dragged/plan.json']]);
  expect(called(host, 'content.reserveDrag')).toEqual([{ contentId: uri }]);
  expect(called(host, 'resource.writeDrag')).toEqual([{ dragId: 2 }]);
  expect(called(host, 'resource.read')).toEqual([]);
  await expectAccessible();
});

test.each([
  ['image', 'an image', () => screen.getByRole('img', { name: /“Demo server”, content/u })],
  ['audio', 'a sound', () => dragHandle()],
] as const)('%s: %s in a message is dragged, and nothing beside it', async (kind, _what, handle) => {
  const { host } = renderPart(
    <ContentBlocks blocks={[{ kind, ...media }]} serverId={'demo' as SourceId} serverLabel="Demo server" />,
  );
  fireEvent.mouseDown(screen.getByRole('figure'), { button: 0 });
  expect(called(host, 'content.reserveDrag')).toEqual([]);
  await drag(handle());
  expect(called(host, 'content.reserveDrag')).toEqual([{ contentId }]);
});

test('a text in a message is dragged by its icon as a file of its own', async () => {
  const { host } = renderPart(
    <ContentBlocks
      blocks={[{ kind: 'text', text: 'Hello' }]}
      serverId={'demo' as SourceId}
      serverLabel="Demo server"
    />,
  );
  fireEvent.mouseDown(screen.getByText('Hello'), { button: 0 });
  expect(called(host, 'content.reserveTextDrag'), 'a text is selected by the pointer').toEqual([]);
  const carried = await drag(dragHandle());
  expect(carried).toEqual([['text/uri-list', 'file:///home/ada/dragged/content%201.txt']]);
  expect(called(host, 'content.reserveTextDrag')).toEqual([{ name: 'content 1.txt' }]);
  expect(called(host, 'content.writeTextDrag')).toEqual([{ dragId: 3, text: 'Hello' }]);
  await expectAccessible();
});

test('what the core keeps no bytes of is not dragged, and has no menu', () => {
  const block = { kind: 'image', ...media, base64: '', contentId: null } as const;
  renderPart(<ContentBlocks blocks={[block]} serverId={'demo' as SourceId} serverLabel="Demo server" />);
  expect(screen.getByRole('figure')).toBeDefined();
  expect(screen.queryByTitle(t('content.drag.hint'))).toBeNull();
  const name = t('content.item', { number: 1 });
  expect(screen.queryByRole('button', { name: t('content.menu', { name }) })).toBeNull();
});
