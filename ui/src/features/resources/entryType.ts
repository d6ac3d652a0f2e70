import { typeName } from '../../entities/content/kind';
import { typeByName } from '../../entities/content/typeByName';
import { t } from '../../words/translate';
import type { ResourceHead, TemplateHead } from '../../api/generated/contract';

/** The media type an entry is listed with. */
interface EntryType {
  type: string;
  /** Its server said so, or the ending of its name does. */
  from: 'server' | 'name';
}

/** As much of an entry as its type is known by. */
type Typed =
  | { kind: 'resource'; head: Pick<ResourceHead, 'mimeType' | 'name' | 'uri'> }
  | { kind: 'template'; head: Pick<TemplateHead, 'mimeType'> };

/** The media type its server declares, or, where it declares none, the one that its name ends with; `null` = neither. */
export function typeOf(entry: Typed): EntryType | null {
  const declared = entry.head.mimeType;
  if (declared !== null && declared !== '') return { type: declared, from: 'server' };
  const type = entry.kind === 'resource' ? (typeByName(entry.head.uri) ?? typeByName(entry.head.name)) : null;
  return type === null ? null : { type, from: 'name' };
}

/** The type in words, which say if nobody declared it. */
export function typeWords({ type, from }: EntryType): string {
  const name = typeName(type);
  return from === 'server' ? name : t('resources.list.typeByName', { type: name });
}
