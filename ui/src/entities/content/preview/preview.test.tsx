import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { connectHost } from '../../../api/client';
import type { ContentId, ResourceBody } from '../../../api/generated/contract';
import { createFakeHost } from '../../../host/fake';
import { coreMessage } from '../../../words/message';
import { t } from '../../../words/translate';
import { expectAccessible, renderPart } from '../../../test/render';
import { previewKind, viewsOf } from '../kind';
import { partOf } from '../part';
import { Preview } from './Preview';
import { textBody } from '../../../host/fake/contents';

const show = (body: ResourceBody, mimeType: string, blob?: string) => {
  const uri = 'x:/a';
  const part = partOf(
    { uri, mimeType, detectedType: null, contentId: null, body },
    blob === undefined ? undefined : { uri, blob },
  );
  const view = viewsOf(previewKind(part))[0] ?? 'preview';
  return renderPart(<Preview part={part} label="A" view={view} />);
};
/** The text of a content, in the editor or where that is still loaded. */
const source = (): Element | null => document.querySelector('.code-view');

const binary = (bytes: string): ResourceBody => ({
  kind: 'binary',
  sizeBytes: bytes.length,
  headBase64: btoa(bytes.slice(0, 512)),
});

test.each<[what: string, body: ResourceBody, type: string, role: string, name: string]>([
  ['YAML as a tree', textBody('a: 1'), 'application/yaml', 'tree', 'A'],
  ['TOML as a tree', textBody('a = 1'), 'application/toml', 'tree', 'A'],
  ['CSV as a table', textBody('a,b\n1,2'), 'text/csv', 'grid', 'A'],
  ['a JSON list of objects as a table', textBody('[{"a":1},{"a":2}]'), 'application/json', 'grid', 'A'],
  ['other JSON as a tree', textBody('{"a":[{"b":1}]}'), 'application/json', 'tree', 'A'],
  ['Markdown laid out', textBody('# Title'), 'text/markdown', 'heading', 'Title'],
  ['other bytes', binary('\0\x01'), 'a/b', 'region', t('content.preview.bytesOf', { name: 'A' })],
])('shows %s', async (_what, body, type, role, name) => {
  show(body, type);
  expect(await screen.findByRole(role, { name })).toBeDefined();
  await expectAccessible();
});

test.each([
  ['CSV', textBody('day,rain\n2026-01-01,3\n2026-01-02,4\n'), 'text/csv'],
  ['JSON', textBody('[{"day":"2026-01-01","rain":3},{"day":"2026-01-02","rain":4}]'), 'application/json'],
])('%s with numbers is a chart too', async (_, body, type) => {
  const { user } = show(body, type);
  await user.click(await screen.findByRole('radio', { name: t('content.view.chart') }));
  const values = await screen.findByRole('table', { name: t('chart.values', { name: 'A' }) });
  expect(
    [...values.querySelectorAll('tr')].map((row) => [...row.children].map(({ textContent }) => textContent)),
  ).toEqual([
    ['day', 'rain'],
    ['2026-01-01', '3'],
    ['2026-01-02', '4'],
  ]);
  await expectAccessible();
});

test('CSV without numbers is no chart', async () => {
  show(textBody('a,b\nx,\ny,\n'), 'text/csv');
  await screen.findByRole('grid', { name: 'A' });
  expect(screen.queryByRole('radio', { name: t('content.view.chart') })).toBeNull();
});

test('a fault of YAML is said with its line, above the text', async () => {
  show(textBody('a: 1\nb: [1,\n'), 'application/yaml');
  expect((await screen.findByRole('note')).textContent).toContain('3');
});

test('broken JSON is said with its line above the text, and its bytes are a view of their own', async () => {
  const body = textBody('{\n  "a" 1\n}');
  show(body, 'application/json');
  expect((await screen.findByRole('note')).textContent).toContain('2');
  cleanup();
  const contents = { uri: 'x:/a', mimeType: 'application/json', detectedType: null, contentId: null, body };
  renderPart(<Preview part={partOf(contents, undefined)} label="A" view="bytes" />);
  expect((await screen.findByRole('region')).textContent).toContain('7b 0a 20 20 22 61 22 20');
});

test('a text that is too long for its kind says so above it', async () => {
  show(textBody('a: 1\n'.repeat(11_000)), 'application/yaml');
  const note = t('content.preview.tooLong', { format: 'YAML', longest: 50_000 });
  expect((await screen.findByRole('note')).textContent).toBe(note);
  expect(source()).not.toBeNull();
});

test('an image of many bytes, which did not come along, is read from the core', async () => {
  const contentId = 'demo://raw/bytes.bin' as ContentId;
  const media = {
    claimedType: 'image/png',
    mimeType: 'image/png',
    base64: '',
    sizeBytes: 50_000_000,
    ownSize: null,
    problem: null,
    contentId,
  };
  const { host } = show({ kind: 'image', ...media }, 'image/png');
  const image = await screen.findByRole('img', { name: 'A' });
  await waitFor(() => expect(image.getAttribute('src')).toMatch(/^blob:/));
  expect(host.calls.map(({ name, params }) => [name, params])).toContainEqual([
    'content.read',
    { contentId, offset: 0, lengthBytes: 1_048_576 },
  ]);
});

test('an image that was drawn anew has its own size, not that of what was drawn', async () => {
  const media = {
    claimedType: 'image/bmp',
    mimeType: 'image/png',
    base64: btoa('png'),
    sizeBytes: 50,
    ownSize: { width: 24, height: 16 },
    problem: null,
    contentId: null,
  };
  show({ kind: 'image', ...media }, 'image/bmp');
  const image = await screen.findByRole('img', { name: 'A' });
  for (const side of ['naturalWidth', 'naturalHeight'])
    Object.defineProperty(image, side, { value: 256, configurable: true });
  fireEvent.load(image);
  expect(await screen.findByText(t('content.size', { width: 24, height: 16 }))).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: t('content.preview.zoomIn') }));
  expect(image.getAttribute('width'), '150 % of its own width').toBe('36');
});

test('a broken image says so, and its bytes are still there', async () => {
  const problem = coreMessage('media.empty');
  const media = {
    claimedType: 'image/png',
    mimeType: 'image/png',
    base64: '',
    sizeBytes: 5,
    ownSize: null,
    problem,
    contentId: null,
  };
  show({ kind: 'image', ...media }, 'image/png', btoa('notpng'));
  expect(await screen.findByText(/notpng/)).toBeDefined();
});

test('an image that cannot be drawn says so, and its bytes are still there', async () => {
  const base64 = btoa('\x89PNG broken');
  const media = {
    claimedType: 'image/png',
    mimeType: 'image/png',
    base64,
    sizeBytes: 11,
    ownSize: null,
    problem: null,
    contentId: null,
  };
  show({ kind: 'image', ...media }, 'image/png', base64);
  fireEvent.error(await screen.findByRole('img'));
  expect(await screen.findByText(t('content.preview.imageFailed'))).toBeDefined();
  expect(await screen.findByText(/PNG broken/)).toBeDefined();
});

test('a video is played as what its bytes are, and says how large it is', async () => {
  const made = vi.spyOn(URL, 'createObjectURL');
  const found = vi.fn();
  const body = binary('\0\0\0 ftypisom');
  const contents = { uri: 'x:/a', mimeType: 'text/plain', detectedType: 'video/mp4', contentId: null, body };
  renderPart(<Preview part={partOf(contents, undefined)} label="A" view="preview" onDimensions={found} />);
  const video = await screen.findByLabelText(t('content.preview.videoOf', { name: 'A' }));
  expect(made.mock.calls.map(([blob]) => blob instanceof Blob && blob.type)).toEqual(['video/mp4']);
  Object.defineProperties(video, { videoWidth: { value: 320 }, videoHeight: { value: 240 } });
  fireEvent.loadedMetadata(video);
  expect(found.mock.calls).toEqual([[{ unit: 'px', width: 320, height: 240 }]]);
});

test('bytes that did not come with a content are read from the core', async () => {
  const body: ResourceBody = { kind: 'binary', sizeBytes: 2_048, headBase64: btoa('head') };
  const contentId = 'demo://raw/bytes.bin' as ContentId;
  const part = partOf({ uri: 'x:/a', mimeType: null, detectedType: null, contentId, body }, undefined);
  connectHost(createFakeHost());
  renderPart(<Preview part={part} label="A" view="bytes" />);
  expect(await screen.findByText(/Usher/)).toBeDefined();
  expect(screen.queryByText(/head/), 'not only the beginning').toBeNull();
});

test('of a content from before, only its beginning is shown, and said so', async () => {
  show({ kind: 'binary', sizeBytes: 90_000, headBase64: btoa('%PDF-1.7') }, 'application/pdf');
  expect(await screen.findByText(/%PDF-1.7/)).toBeDefined();
  expect(screen.getByRole('note').textContent).toContain('90');
});

test('a cell of a table is picked by arrow keys and copied, a row as CSV', async () => {
  const { user } = show(textBody('a,b\n1,"=x"\n2,y'), 'text/csv');
  const table = await screen.findByRole('grid', { name: 'A' });
  table.focus();
  await user.keyboard('{ArrowDown}{ArrowRight}');
  await user.click(screen.getByRole('button', { name: t('content.table.copyCell') }));
  expect(await navigator.clipboard.readText()).toBe('=x');
  await user.click(screen.getByRole('button', { name: t('content.table.copyRow') }));
  expect(await navigator.clipboard.readText(), 'exactly').toBe('1,=x');
});

test('bytes beyond a page are on the next', async () => {
  const bytes = `${'\0'.repeat(65_536)}the end`;
  const { user } = show(binary(bytes), 'a/b', btoa(bytes));
  await user.click(await screen.findByRole('button', { name: t('content.hex.nextPage') }));
  expect(await screen.findByText('the end')).toBeDefined();
});
