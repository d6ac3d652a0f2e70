/** A media type without its parameters, in lower case; empty = none. */
export function essence(mimeType: string | null): string {
  return mimeType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** The last part of a URI's path, in lower case. */
function fileName(uri: string): string {
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
