import { readContent } from '../../api/contents';
import type { Media } from '../../api/generated/contract';
import { copyImage } from '../../lib/clipboard';
import { bytesOfBase64 } from '../../lib/hex';
import { notify } from '../../lib/notify';
import { asPng } from '../../lib/png';
import { t } from '../../words/translate';

/** Copies a picture as it is drawn, and says how that went. */
export async function copyPicture(media: Media): Promise<void> {
  notify((await copyImage(pngOf(media))) ? t('common.copied') : t('common.copyFailed'));
}

async function pngOf({ base64, contentId, mimeType }: Media): Promise<Blob> {
  const isApart = base64 === '' && contentId !== null;
  const bytes = isApart ? await readContent(contentId) : bytesOfBase64(base64);
  const came = new Blob([bytes], { type: mimeType });
  if (mimeType === 'image/png') return came;
  return asPng(came, ({ naturalWidth: width, naturalHeight: height }) => ({ width, height }));
}
