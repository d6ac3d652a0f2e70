import { formatBytes } from '../../lib/format';
import { notifyProblem } from '../../lib/notify';
import { t } from '../../words/translate';

/** The text of a file the person chose or dropped; `null` = it cannot be read, which is said. */
export async function readTextFile(file: File, maxBytes: number): Promise<string | null> {
  if (file.size > maxBytes) {
    notifyProblem(t('shared.fileTooLarge', { file: file.name, size: formatBytes(maxBytes) }));
    return null;
  }
  try {
    return await file.text();
  } catch {
    // It was moved or changed after it was chosen, or may not be read. The browser's own sentence is in English.
    notifyProblem(t('shared.fileUnreadable', { file: file.name }));
    return null;
  }
}
