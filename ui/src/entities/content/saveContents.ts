import { call } from '../../api/client';
import type { ContentId, SavedContents } from '../../api/generated/contract';
import { base64OfBytes } from '../../lib/hex';
import { notifyWithAction } from '../../kit/actionToast';
import { notifyError } from '../../lib/notify';
import { t } from '../../words/translate';

/** Saves contents with the system's dialog: one as a file, several into a folder. Returns whether they were saved. */
export async function saveContents(ids: readonly ContentId[]): Promise<boolean> {
  const [only] = ids;
  try {
    if (ids.length === 1 && only !== undefined) {
      const saved = await call('content.save', { contentId: only });
      said(saved);
      return saved.file !== null;
    }
    const { saved } = await call('content.saveMany', { contentIds: [...ids] });
    if (saved !== null) saySavedMany(saved);
    return saved !== null;
  } catch (error) {
    notifyError(error);
    return false;
  }
}

/** What the file of a text is called that came without a URI. */
export const textFileName = (name: string): string => `${name}.txt`;

/** Saves a text with the system's dialog, under a name the person may change. */
export async function saveText(name: string, text: string): Promise<void> {
  try {
    said(await call('content.saveText', { name, text }));
  } catch (error) {
    notifyError(error);
  }
}

/** Saves bytes that were made on the page with the system's dialog, under a name the person may change. */
export async function saveBytes(name: string, bytes: () => Promise<Blob>): Promise<void> {
  try {
    const base64 = base64OfBytes(new Uint8Array(await (await bytes()).arrayBuffer()));
    said(await call('content.saveBytes', { name, base64 }));
  } catch (error) {
    notifyError(error);
  }
}

function said({ file }: { file: { path: string } | null }): void {
  if (file !== null) saySaved(t('content.save.saved', { path: file.path }), file.path);
}

/** Says in which folder several files were saved, and offers to open it. */
export function saySavedMany({ files, folder }: Pick<SavedContents, 'files' | 'folder'>): void {
  saySaved(t('content.save.savedMany', { count: files.length, folder }), folder);
}

const saySaved = (message: string, path: string): void =>
  notifyWithAction(message, {
    label: t('content.save.openFolder'),
    run: () => void call('content.openFolder', { path }).catch(notifyError),
  });
