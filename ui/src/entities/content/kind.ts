import type { ResourceContents } from '../../api/generated/contract';
import { isDrawable } from '../../kit/Markdown/drawable';
import { t } from '../../words/translate';
import { endingOf, essence, isUntyped } from './mediaType';

/** How a resource's contents are shown. */
export type PreviewKind = 'markdown' | 'json' | 'csv' | 'text' | 'image' | 'drawing' | 'audio' | 'binary';

/** Text longer than this is shown as text whatever it claims to be: a tree or a page of it would only be slow. */
export const RICH_TEXT_MAX = 2_000_000;

/** Chooses the view by what the core found in it; the claimed type and the name's ending only choose among views of text. */
export function previewKind(contents: ResourceContents): PreviewKind {
  const { body } = contents;
  switch (body.kind) {
    case 'image':
    case 'audio':
    case 'binary':
      return body.kind;
    case 'text':
      if (body.picture !== null) return 'drawing';
      return body.text.length > RICH_TEXT_MAX ? 'text' : textKind(contents.mimeType, contents.uri, body.text);
  }
}

function textKind(mimeType: string | null, uri: string, text: string): PreviewKind {
  const type = essence(mimeType);
  const ending = endingOf(uri);
  const untyped = isUntyped(type);
  if (
    type === 'text/markdown' ||
    type === 'text/x-markdown' ||
    (untyped && (ending === 'md' || ending === 'markdown'))
  )
    return isDrawable(text) ? 'markdown' : 'text';
  if (
    type === 'text/csv' ||
    type === 'text/tab-separated-values' ||
    (untyped && (ending === 'csv' || ending === 'tsv'))
  )
    return 'csv';
  if (type === 'application/json' || type.endsWith('+json') || (untyped && ending === 'json'))
    return isJson(text) ? 'json' : 'text';
  return 'text';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const NAMES: Readonly<Record<string, string>> = {
  'application/json': 'JSON',
  'application/pdf': 'PDF',
  'application/zip': 'ZIP',
  'audio/mpeg': 'MP3',
  'audio/wav': 'WAV',
  'audio/x-wav': 'WAV',
  'image/gif': 'GIF',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/svg+xml': 'SVG',
  'image/webp': 'WebP',
  'text/css': 'CSS',
  'text/csv': 'CSV',
  'text/html': 'HTML',
  'text/markdown': 'Markdown',
  'text/x-markdown': 'Markdown',
  'text/xml': 'XML',
};

/** A media type in a word for a chip; an unknown one as it stands. */
export function typeName(mimeType: string): string {
  const type = essence(mimeType);
  if (type === 'application/octet-stream') return t('content.preview.binary');
  if (type === 'text/plain') return t('content.preview.text');
  return Object.hasOwn(NAMES, type) ? (NAMES[type] ?? type) : type;
}
