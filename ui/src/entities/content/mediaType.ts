import { typeRow } from './types';

/** A media type without its parameters, in lower case; empty = none. */
export function essence(mimeType: string | null): string {
  return mimeType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** The last part of a URI's path, in lower case. */
export function fileName(uri: string): string {
  const path = uri.slice(0, Math.max(uri.search(/[?#]/), 0) || uri.length);
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase();
}

/** What follows the last dot of the file name, in lower case. */
export function endingOf(uri: string): string {
  const name = fileName(uri);
  return name.slice(name.lastIndexOf('.') + 1);
}

/** Types that say nothing about what is in a text or in bytes: the ending of the name may say more. */
export const isUntyped = (type: string): boolean =>
  type === '' || type === 'text/plain' || type === 'application/octet-stream';

/** Whether bytes of a type may be text. */
export const mayBeText = (type: string): boolean =>
  isUntyped(type) || type.startsWith('text/') || /[/+](?:json|xml|yaml|toml)$/.test(type);

/** Formats of their own that stand in a zip archive. */
const ZIPPED =
  /(?:\+zip|^application\/(?:java-archive|vnd\.openxmlformats|vnd\.oasis|vnd\.android|x-xpinstall))/;

const canonical = (type: string): string => typeRow(type).same ?? type;

/** Types that a text may be declared as, by what its beginning shows. */
const TEXTS: Readonly<Record<string, RegExp>> = {
  'application/json': /^text\/plain$|[/+](?:json|yaml|x-yaml|toml|javascript)$/,
  'application/xml': /^text\/plain$|[/+](?:xml|html)$/,
  'image/svg+xml': /^text\/(?:plain|html)$|[/+]xml$/,
  'text/html': /^text\/(?:plain|markdown|x-markdown)$|[/+](?:xml|html)$/,
};

/** Whether bytes of one type may be declared as another. */
export function agrees(declared: string, detected: string): boolean {
  if (canonical(declared) === canonical(detected)) return true;
  if (Object.hasOwn(TEXTS, detected) && TEXTS[detected]?.test(declared)) return true;
  return detected === 'application/zip' && ZIPPED.test(declared);
}
