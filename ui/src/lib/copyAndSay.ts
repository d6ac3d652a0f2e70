import { t } from '../words/translate';
import { copyText } from './clipboard';
import { notify } from './notify';
import { hides } from './visible';

/** Copies a text from a menu or by a key, and says how that went. */
export async function copyAndSay(text: string): Promise<void> {
  const copied = await copyText(text);
  notify(copied ? (hides(text) ? t('shared.copiedHidden') : t('common.copied')) : t('common.copyFailed'));
}
