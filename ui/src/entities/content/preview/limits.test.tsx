import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ResourceBody } from '../../../api/generated/contract';
import { renderPart } from '../../../test/render';
import { t } from '../../../words/translate';
import { partOf } from '../part';
import FontSample from './FontSample';
import { Preview } from './Preview';
import { PreviewBoundary } from './PreviewBoundary';

test('a video is not decoded before somebody plays it, and not played if it is very large', async () => {
  const bytes = '\0\0\0 ftypisom';
  const body: ResourceBody = { kind: 'binary', sizeBytes: bytes.length, headBase64: btoa(bytes) };
  const contents = { uri: 'x:/a', mimeType: 'video/mp4', detectedType: 'video/mp4', contentId: null, body };
  renderPart(<Preview part={partOf(contents, undefined)} label="A" view="preview" />);
  const video = await screen.findByLabelText(t('content.preview.videoOf', { name: 'A' }));
  expect(video.getAttribute('preload')).toBe('none');
  Object.defineProperties(video, { videoWidth: { value: 16_384 }, videoHeight: { value: 240 } });
  fireEvent.loadedMetadata(video);
  await screen.findByText(t('content.preview.videoFailed'));
  expect(document.querySelector('video')).toBeNull();
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
