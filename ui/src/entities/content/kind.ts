import { isDrawable as isDrawableText } from '../../kit/Markdown/drawable';
import { t } from '../../words/translate';
import { agrees, essence, isUntyped } from './mediaType';
import type { Part } from './part';
import { isDrawable as isDrawablePage } from './preview/drawable';
import { typeByName } from './typeByName';
import { typeRow } from './types';

/** How a content is shown. */
export type PreviewKind =
  | 'markdown'
  | 'html'
  | 'json'
  | 'yaml'
  | 'toml'
  | 'csv'
  | 'text'
  | 'image'
  | 'drawing'
  | 'audio'
  | 'video'
  | 'pdf'
  | 'font'
  | 'archive'
  | 'binary';

/** Longer texts, in characters, are shown as text whatever they claim to be: reading them would hold up the window. */
const LONGEST: Partial<Record<PreviewKind, number>> = {
  json: 1_000_000,
  csv: 5_000_000,
  html: 2_000_000,
  toml: 300_000,
  yaml: 50_000,
};

/** What a text would be shown as if it were shorter (`longest`, in characters) or simpler (`longest` = `null`). */
export interface NotShown {
  kind: PreviewKind;
  longest: number | null;
}

/** Why a text is shown as no more than text; `null` = it claims to be nothing else. */
export function notShownAs({ contents: { body, mimeType, uri, detectedType } }: Part): NotShown | null {
  if (body.kind !== 'text' || body.picture !== null) return null;
  const kind = textKind(mimeType, uri, detectedType);
  const longest = LONGEST[kind] ?? null;
  if (longest !== null && body.text.length > longest) return { kind, longest };
  return isSimple(kind, body.text) ? null : { kind, longest: null };
}

function isSimple(kind: PreviewKind, text: string): boolean {
  if (kind === 'markdown') return isDrawableText(text);
  return kind !== 'html' || isDrawablePage(text);
}

/** Chooses the view by what the bytes are; the claimed type and the name's ending only choose among views of text. */
export function previewKind(part: Part): PreviewKind {
  const { body, mimeType, detectedType, uri } = part.contents;
  switch (body.kind) {
    case 'image':
    case 'audio':
      return body.kind;
    case 'binary':
      return bytesKind(detectedType);
    case 'text':
      if (body.picture !== null) return 'drawing';
      return notShownAs(part) === null ? textKind(mimeType, uri, detectedType) : 'text';
  }
}

function textKind(mimeType: string | null, uri: string, detected: string | null): PreviewKind {
  const type = essence(mimeType);
  const isDeclared = type !== '' && type !== 'application/octet-stream';
  const shown = isDeclared ? undefined : typeRow(detected ?? '').view;
  if (isUntyped(type)) return typeRow(typeByName(uri) ?? '').view ?? shown ?? 'text';
  return typeRow(type).view ?? (type.endsWith('+json') ? 'json' : 'text');
}

const ARCHIVES = ['application/zip', 'application/gzip', 'application/x-tar'];

function bytesKind(detected: string | null): PreviewKind {
  if (detected === null) return 'binary';
  if (detected === 'application/pdf') return 'pdf';
  if (ARCHIVES.includes(detected)) return 'archive';
  if (detected.startsWith('font/') && detected !== 'font/collection') return 'font';
  return detected.startsWith('video/') ? 'video' : 'binary';
}

/** The views of a content; the first is the one shown. */
export type View = 'preview' | 'source' | 'bytes';

/** Which views there are of a kind. */
export function viewsOf(kind: PreviewKind): readonly View[] {
  switch (kind) {
    case 'markdown':
    case 'html':
    case 'json':
    case 'yaml':
    case 'toml':
    case 'csv':
    case 'drawing':
      return ['preview', 'source', 'bytes'];
    case 'text':
    case 'image':
    case 'audio':
    case 'video':
    case 'pdf':
    case 'font':
    case 'archive':
      return ['preview', 'bytes'];
    case 'binary':
      return ['bytes'];
  }
}

/** What a view is called. */
export function viewName(view: View, kind: PreviewKind): string {
  if (view === 'bytes') return t('content.view.bytes');
  if (view === 'source') return t('resources.view.source');
  return kind === 'html' ? t('content.view.page') : t('resources.view.preview');
}

/** The type that the core found in the bytes; `differs` = it is not the declared one. `null` = none is known. */
export function foundType(part: Part): { type: string; differs: boolean } | null {
  const { mimeType, detectedType: type } = part.contents;
  if (type === null) return null;
  return { type, differs: mimeType !== null && !agrees(essence(mimeType), type) };
}

/** A media type in a word for a chip; an unknown one as it stands. */
export function typeName(mimeType: string): string {
  const type = essence(mimeType);
  if (type === 'application/octet-stream') return t('content.preview.binary');
  if (type === 'text/plain') return t('content.preview.text');
  if (type === 'inode/directory') return t('content.preview.folder');
  return typeRow(type).name ?? type;
}
