import type { ResourceHead, ServerId, TemplateHead } from '../../api/generated/contract';
import { matches } from '../../lib/search';

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

export function entryMatches(entry: ResourceEntry, query: string): boolean {
  const { head } = entry;
  return matches(query, head.title, head.name, head.description, head.mimeType, entryAddress(entry));
}
