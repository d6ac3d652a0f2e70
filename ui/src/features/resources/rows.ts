import type { ResourceHead, ServerId, TemplateHead } from '../../api/generated/contract';
import { typeName } from '../../entities/content/kind';
import { formatBytes } from '../../lib/format';
import { searchOver } from '../../lib/search';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';

/** What the resources screen lists. */
export type ResourceEntry =
  | { kind: 'resource'; head: ResourceHead }
  | { kind: 'template'; head: TemplateHead };

export function entryAddress(entry: ResourceEntry): string {
  return entry.kind === 'resource' ? entry.head.uri : entry.head.uriTemplate;
}

export function entryKey(serverId: ServerId, kind: ResourceEntry['kind'], address: string): string {
  return `${kind} ${serverId} ${address}`;
}

/** Entries by title, name, description, type and address. */
export const searchEntries = searchOver((entry: ResourceEntry) => {
  const { title, name, description, mimeType } = entry.head;
  return [title, name, description, mimeType, entryAddress(entry)];
});

/** All a row shows, in one line. */
export function entryLabel(entry: ResourceEntry): string {
  const { head } = entry;
  const address = entryAddress(entry);
  const parts = [
    head.title,
    entry.kind === 'template' ? t('resources.list.template', { uri: address }) : address,
    ...(head.mimeType === null ? [] : [typeName(head.mimeType)]),
    ...(entry.kind === 'resource' && entry.head.sizeBytes !== null
      ? [formatBytes(entry.head.sizeBytes)]
      : []),
    ...(entry.kind === 'resource' && entry.head.subscribed ? [t('resources.list.subscribed')] : []),
  ];
  return visibleString(parts.join(', '));
}
