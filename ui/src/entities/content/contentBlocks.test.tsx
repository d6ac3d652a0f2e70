import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, test } from 'vitest';
import type { Content, ContentId, Media, SourceId } from '../../api/generated/contract';
import { textBody } from '../../host/fake/contents';
import { coreMessage } from '../../words/message';
import { t } from '../../words/translate';
import { expectAccessible, renderPart } from '../../test/render';
import { actionName } from './actionName';
import { ContentBlocks } from './ContentBlocks';
import { ResourceView } from './ResourceView';

const contentId = 'demo://raw/bytes.bin' as ContentId;
const media: Media = {
  claimedType: 'image/png',
  mimeType: 'image/png',
  base64: btoa('\x89PNG'),
  sizeBytes: 4,
  ownSize: null,
  problem: null,
  contentId,
};
const image: Content = { kind: 'image', ...media };
const audio: Content = { kind: 'audio', ...media, claimedType: 'audio/wav', mimeType: 'audio/wav' };
const text: Content = { kind: 'text', text: 'Hello' };
const resource = {
  uri: 'x:/a.txt',
  mimeType: 'text/plain',
  detectedType: null,
  contentId,
  body: textBody('Hello'),
};
const broken: Content = { ...image, problem: coreMessage('media.empty') };

const blocks = (...all: Content[]) => (
  <ContentBlocks blocks={all} serverId={'demo' as SourceId} serverLabel="Demo server" />
);
const show = (...all: Content[]) => renderPart(blocks(...all));
const FIRST = t('content.item', { number: 1 });

const save = t('content.save.as');
const open = t('content.save.open');
const copyText = t('content.copyText');
const copyUri = t('common.copyUri');
const copyDataUrl = t('content.copyDataUrl');
const send = t('content.send.action');

it.each<[what: string, shown: ReactNode, name: string, actions: string[]]>([
  ['an image', blocks(image), FIRST, [save, open, t('content.copyImage'), copyDataUrl, send]],
  ['an image that cannot be shown', blocks(broken), FIRST, [save, open, copyDataUrl, send]],
  ['a sound', blocks(audio), FIRST, [save, open, copyDataUrl, send]],
  [
    'a resource',
    <ResourceView key="" resource={resource} serverLabel="Demo server" />,
    'x:/a.txt',
    [save, open, copyText, copyUri, copyDataUrl, send],
  ],
  ['a text, of which the core keeps no bytes', blocks(text), FIRST, [save, copyText, send]],
])('%s in a message has a menu', async (_what, shown, name, actions) => {
  const { user } = renderPart(shown);
  await user.click(screen.getByRole('button', { name: t('content.menu', { name }) }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(actions);
  await expectAccessible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  expect(
    fireEvent.contextMenu(screen.getByRole('button', { name: t('content.menu', { name }) })),
    'the menu of the system does not open',
  ).toBe(false);
  const again = await screen.findAllByRole('menuitem');
  expect(
    again.map(({ textContent }) => textContent),
    'a right click offers the same',
  ).toEqual(actions);
});

it.each<[what: string, block: Content, call: { name: string; params: unknown }]>([
  ['the bytes of an image as they came', image, { name: 'content.save', params: { contentId } }],
  ['a text', text, { name: 'content.saveText', params: { name: `${FIRST}.txt`, text: 'Hello' } }],
])('saves %s', async (_what, block, call) => {
  const { host, user } = show(block);
  await user.click(screen.getByRole('button', { name: t('content.menu', { name: FIRST }) }));
  await user.click(await screen.findByRole('menuitem', { name: save }));
  expect(host.calls.filter(({ name }) => name.startsWith('content.'))).toEqual([call]);
});

it('opens an image in another app after a question that names its server', async () => {
  const { host, user } = show(image);
  await user.click(screen.getByRole('button', { name: t('content.menu', { name: FIRST }) }));
  await user.click(await screen.findByRole('menuitem', { name: open }));
  const question = await screen.findByRole('dialog');
  expect(question.textContent).toContain('Demo server');
  await user.click(within(question).getByRole('button', { name: t('common.open') }));
  expect(host.calls.at(-1)).toEqual({ name: 'content.open', params: { contentId } });
});

test('the system’s menu is left where text is selected, and a table within has its own', async () => {
  show(text, { kind: 'text', text: '[{"a":1},{"a":2}]' });
  const words = screen.getByText('Hello');
  getSelection()?.selectAllChildren(words);
  expect(fireEvent.contextMenu(words)).toBe(true);
  getSelection()?.removeAllRanges();
  const second = screen.getByRole('group', { name: t('content.item', { number: 2 }) });
  fireEvent.click(within(second).getByRole('radio', { name: t('content.view.table') }));
  fireEvent.contextMenu(within(second).getByRole('gridcell', { name: '2' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining(t('content.table.copyCell')),
    t('content.table.copyRow'),
    t('content.table.copyTable'),
    t('content.table.save'),
  ]);
});

test('an image in a message is zoomed', async () => {
  const { user } = show(image);
  const drawn = screen.getByRole('img', { name: /“Demo server”, content/ });
  Object.defineProperties(drawn, { naturalWidth: { value: 640 }, naturalHeight: { value: 480 } });
  fireEvent.load(drawn);
  expect(screen.getByText(t('content.size', { width: 640, height: 480 }))).toBeDefined();
  await user.click(screen.getByRole('button', { name: t('content.preview.zoomIn') }));
  expect(drawn.getAttribute('width'), 'one and a half times its own size').toBe('960');
});

test('the controls of several contents are told apart by their names', async () => {
  const link = (title: string): Content => ({
    kind: 'resourceLink',
    uri: `https://docs.example/${title}`,
    title,
    description: null,
    mimeType: null,
    sizeBytes: null,
    icon: null,
  });
  const several: Content[] = [
    link('Guide'),
    link('Plan\u202E'),
    text,
    { kind: 'text', text: '{ "a": 1 }' },
    { kind: 'resource', ...resource },
    { kind: 'resource', ...resource, uri: 'x:/b.txt' },
  ];
  const { user } = renderPart(
    // Their links lead into the app.
    <RouterContextProvider router={createRouter({ routeTree: createRootRoute() })}>
      <ContentBlocks blocks={several} serverId={'demo' as SourceId} serverLabel="Demo server" first={2} />
    </RouterContextProvider>,
  );
  const named = (role: 'button' | 'link') =>
    screen.getAllByRole(role).map((each) => each.getAttribute('aria-label') ?? each.textContent);
  const ofLink = (name: string) => [
    actionName(t('shared.openPage'), name),
    actionName(t('content.linked.read'), name),
    t('content.send.button', { name }),
  ];
  const ofText = (name: string) => [t('content.menu', { name }), t('content.copyTextOf', { name })];
  const [third, fourth] = [4, 5].map((number) => t('content.item', { number }));
  expect(named('button')).toEqual([
    ...ofLink('Guide'),
    ...ofLink('Plan[U+202E]'),
    ...ofText(third ?? ''),
    ...ofText(fourth ?? ''),
    t('content.json.expandAll'),
    t('common.collapse'),
    t('common.copyPath'),
    t('content.json.copyValue'),
    ...ofText('x:/a.txt'),
    ...ofText('x:/b.txt'),
  ]);
  expect(named('link')).toEqual(
    ['Guide', 'Plan[U+202E]', 'x:/a.txt', 'x:/b.txt'].map((name) =>
      actionName(t('content.openInResources'), name),
    ),
  );
  const json = screen.getByRole('group', { name: fourth ?? '' });
  expect(
    within(json).getByRole('button', { name: t('content.json.expandAll') }),
    'those of a view are in a group with its name',
  ).toBeDefined();
  const [firstRead] = ofLink('Guide').slice(1);
  await user.click(screen.getByRole('button', { name: firstRead ?? '' }));
  const hide = actionName(t('content.linked.hide'), 'Guide');
  expect(screen.getByRole('button', { name: hide, expanded: true })).toBeDefined();
  await expectAccessible();
});

test('the bytes of a picture that cannot be shown stand below what is wrong with it', async () => {
  show(broken);
  const bytes = await screen.findByRole('region', { name: new RegExp(FIRST) });
  expect(bytes.textContent).toContain('00000000');
  await expectAccessible();
});
