import type {
  EntryKey,
  ResourceHead,
  ServerId,
  Subscription,
  TemplateHead,
} from '../../api/generated/contract';
import { catalogRowLabel } from '../../entities/catalog/CatalogRows';
import type { CatalogRow } from '../../lib/catalogRows';
import { formatBytes } from '../../lib/format';
import { asServer } from '../../lib/sourceIds';
import { searchOver } from '../../lib/search';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { typeOf, typeWords } from './entryType';

/** What the resources screen lists. */
export type ResourceEntry =
  | { kind: 'resource'; head: ResourceHead }
  | { kind: 'template'; head: TemplateHead };

export function entryAddress(entry: ResourceEntry): string {
  return entry.kind === 'resource' ? entry.head.uri : entry.head.uriTemplate;
}

/** An entry as a bookmark names it. */
export const keptKey = (entry: ResourceEntry): EntryKey => ({
  serverId: entry.head.serverId,
  list: entry.kind === 'resource' ? 'resources' : 'templates',
  key: entryAddress(entry),
});

export function entryKey(serverId: ServerId, kind: ResourceEntry['kind'], address: string): string {
  return `${kind} ${serverId} ${address}`;
}

/** An entry that is known without its server listing it. */
export interface KnownEntry extends EntryKey {
  title: string;
  subscribed: boolean;
}

/** A subscription of which no more is known than its URI. */
export const subscriptionEntry = ({ serverId, uri }: Subscription): KnownEntry => ({
  serverId,
  list: 'resources',
  key: uri,
  title: uri,
  subscribed: true,
});

/** An entry that its server does not list now: what is known of it. */
export function unlisted({ serverId, list, key, title, subscribed }: KnownEntry): ResourceEntry | null {
  const id = asServer(serverId);
  if (id === undefined || (list !== 'resources' && list !== 'templates')) return null;
  const annotations = { audience: [], priority: null, lastModified: null };
  const shared = {
    serverId: id,
    name: title,
    title,
    description: null,
    mimeType: null,
    icon: null,
    annotations,
  };
  if (list === 'templates') return { kind: 'template', head: { ...shared, uriTemplate: key, variables: [] } };
  return { kind: 'resource', head: { ...shared, uri: key, sizeBytes: null, subscribed } };
}

/** Entries by title, name, description, type and address. */
export const searchEntries = searchOver((entry: ResourceEntry) => {
  const { title, name, description, mimeType } = entry.head;
  return [title, name, description, mimeType, entryAddress(entry)];
});

/** All a row shows, in one line. */
function entryLabel(entry: ResourceEntry): string {
  const { head } = entry;
  const address = entryAddress(entry);
  const type = typeOf(entry);
  const parts = [
    head.title,
    entry.kind === 'template' ? t('resources.list.template', { uri: address }) : address,
    ...(type === null ? [] : [typeWords(type)]),
    ...(entry.kind === 'resource' && entry.head.sizeBytes !== null
      ? [formatBytes(entry.head.sizeBytes)]
      : []),
    ...(entry.kind === 'resource' && entry.head.subscribed ? [t('resources.list.subscribed')] : []),
  ];
  return visibleString(parts.join(', '));
}

/** A row of the screen: an entry, or why entries are missing. */
export type Row = CatalogRow<ResourceEntry>;

/** What identifies a row among all. */
export function rowKey(row: Row): string {
  if (row.kind !== 'entry') return `${row.kind} ${row.serverId} ${row.list}`;
  return entryKey(row.serverId, row.entry.kind, entryAddress(row.entry));
}

/** A row's accessible name. */
export const rowLabel = (row: Row): string => catalogRowLabel(row, entryLabel);
