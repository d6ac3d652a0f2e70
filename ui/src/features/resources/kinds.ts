import { codeLanguage } from '../../entities/content/codeLanguage';
import { typeOf } from './entryType';
import type { ResourceEntry } from './rows';

/** Kinds of resources by their media types, as the chips above the list name them. */
export const KINDS = ['image', 'text', 'document', 'data', 'media', 'other', 'template'] as const;
export type Kind = (typeof KINDS)[number];

const TABLES = ['csv', 'tab-separated', 'spreadsheet', 'ms-excel', 'sqlite'];
const DOCUMENTS = [
  '/pdf',
  'x-pdf',
  'officedocument',
  'opendocument',
  'msword',
  'ms-powerpoint',
  'epub',
  '/rtf',
];
const DATA = ['json', 'xml', 'yaml', 'toml'];

/** The kinds of types that were asked for: servers list many resources of few types. */
const kindsByType = new Map<string, Kind>();
const REMEMBERED_TYPES = 1_000;

/** The kind of an entry, by the media type it is listed with. */
export function kindOf(entry: ResourceEntry): Kind {
  if (entry.kind === 'template') return 'template';
  const type = typeOf(entry)?.type ?? '';
  const known = kindsByType.get(type);
  if (known !== undefined) return known;
  const kind = kindOfType(type.toLowerCase());
  if (kindsByType.size < REMEMBERED_TYPES) kindsByType.set(type, kind);
  return kind;
}

/** The kind of a media type in lower case. */
export function kindOfType(type: string): Kind {
  if (type.startsWith('image/')) return 'image';
  if (type.startsWith('audio/') || type.startsWith('video/')) return 'media';
  const isOneOf = (names: readonly string[]): boolean => names.some((name) => type.includes(name));
  if (isOneOf(TABLES)) return 'data';
  if (isOneOf(DOCUMENTS)) return 'document';
  if (isOneOf(DATA)) return 'data';
  return type.startsWith('text/') || codeLanguage(type, '') !== 'plain' ? 'text' : 'other';
}

/** Whom a resource is meant for (2025-11-25, server/resources, annotations). */
export const AUDIENCES = ['user', 'assistant'] as const;
export type Audience = (typeof AUDIENCES)[number];
