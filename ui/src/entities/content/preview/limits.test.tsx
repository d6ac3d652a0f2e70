import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { ResourceBody } from '../../../api/generated/contract';
import { pass, stopClock } from '../../../test/clock';
import { renderPart } from '../../../test/render';
import { t } from '../../../words/translate';
import { partOf } from '../part';
import FontSample from './FontSample';
import { Preview } from './Preview';
import { PreviewBoundary } from './PreviewBoundary';

afterEach(() => vi.unstubAllGlobals());

/** Shows a medium of a kind, and yields its player. */
async function playerOf(kind: 'audio' | 'video'): Promise<HTMLElement> {
  const video = '\0\0\0 ftypisom';
  const body: ResourceBody =
    kind === 'video'
      ? { kind: 'binary', sizeBytes: video.length, headBase64: btoa(video) }
      : {
          kind: 'audio',
          base64: btoa('RIFF'),
          claimedType: 'audio/wav',
          mimeType: 'audio/wav',
          sizeBytes: 4,
          ownSize: null,
          problem: null,
          contentId: null,
        };
  const mimeType = `${kind}/mp4`;
  const contents = { uri: 'x:/a', mimeType, detectedType: mimeType, contentId: null, body };
  renderPart(<Preview part={partOf(contents, undefined)} label="A" view="preview" />);
  return screen.findByLabelText(t(`content.preview.${kind}Of`, { name: 'A' }));
}

test.each(['audio', 'video'] as const)(
  'nothing of a %s is decoded before somebody plays it',
  async (kind) => {
    const player = await playerOf(kind);
    expect(player.getAttribute('preload')).toBe('none');
  },
);

test.each([
  ['is', fireEvent.loadedMetadata],
  ['becomes', (video: HTMLElement) => fireEvent(video, new Event('resize'))],
] as const)('a video that %s very large is not played', async (_what, tell) => {
  const video = await playerOf('video');
  Object.defineProperties(video, { videoWidth: { value: 16_384 }, videoHeight: { value: 240 } });
  tell(video);
  await screen.findByText(t('content.preview.videoFailed'));
  expect(document.querySelector('video')).toBeNull();
});

test('a font that loads without end is given up', async () => {
  stopClock();
  vi.stubGlobal('FontFace', function FontFaceStub() {
    return { load: () => new Promise(() => {}) };
  });
  Object.defineProperty(document, 'fonts', { configurable: true, value: new Set() });
  renderPart(
    <PreviewBoundary instead="bytes">
      <FontSample bytes={new Uint8Array(8)} label="A" />
    </PreviewBoundary>,
  );
  await pass(4_999);
  expect(screen.queryByRole('note')).toBeNull();
  await pass(1);
  expect(screen.getByRole('note').textContent).toContain(t('content.font.slow', { seconds: 5 }));
  expect(screen.getByText('bytes')).toBeDefined();
});

test('a very large font is not drawn', async () => {
  const bytes = new Uint8Array(32 * 1024 * 1024 + 1);
  renderPart(
    <PreviewBoundary instead="bytes">
      <FontSample bytes={bytes} label="A" />
    </PreviewBoundary>,
  );
  expect(screen.getByRole('note').textContent).toContain(t('content.font.tooLarge', { size: '33.6 MB' }));
  expect(screen.getByText('bytes')).toBeDefined();
});
