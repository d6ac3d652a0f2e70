import { typeName } from '../../entities/content/kind';
import { typeByName } from '../../entities/content/typeByName';
import { t } from '../../words/translate';
import type { ResourceEntry } from './rows';

/** The media type an entry is listed with. */
interface EntryType {
  type: string;
  /** Its server said so, or the ending of its name does. */
  from: 'server' | 'name';
}

/** The media type its server declares, or, where it declares none, the one that its name ends with; `null` = neither. */
export function typeOf({ kind, head }: ResourceEntry): EntryType | null {
  if (head.mimeType !== null && head.mimeType !== '') return { type: head.mimeType, from: 'server' };
  const type = kind === 'resource' ? (typeByName(head.uri) ?? typeByName(head.name)) : null;
  return type === null ? null : { type, from: 'name' };
}

/** The type in words, which say if nobody declared it. */
export function typeWords({ type, from }: EntryType): string {
  const name = typeName(type);
  return from === 'server' ? name : t('resources.list.typeByName', { type: name });
}
