import { useEffect } from 'react';
import { bytesOfBase64 } from './hex';

/** Bytes somebody may draw or play. */
type Source = { mimeType: string } & ({ base64: string } | { bytes: Uint8Array<ArrayBuffer> });

/** A URL is revoked once nobody has shown its bytes for this long: rows come back while a list scrolls. */
const REVOKED_AFTER_MS = 10_000;

interface Held {
  url: string;
  users: number;
}

const held = new WeakMap<object, Held>();

/** An object URL for bytes, by the object that holds them: one for all who show it, revoked after the last of them. */
export function useObjectUrl(source: Source | null): string | null {
  const url = source === null ? null : take(source).url;
  useEffect(() => {
    if (source === null) return;
    take(source).users += 1;
    return () => {
      take(source).users -= 1;
      revokeLater(source);
    };
  }, [source]);
  return url;
}

function take(source: Source): Held {
  const known = held.get(source);
  if (known !== undefined) return known;
  const bytes = 'bytes' in source ? source.bytes : bytesOfBase64(source.base64);
  const blob = new Blob([bytes], { type: source.mimeType });
  const fresh = { url: URL.createObjectURL(blob), users: 0 };
  held.set(source, fresh);
  revokeLater(source);
  return fresh;
}

function revokeLater(source: Source): void {
  setTimeout(() => {
    const known = held.get(source);
    if (known === undefined || known.users > 0) return;
    URL.revokeObjectURL(known.url);
    held.delete(source);
  }, REVOKED_AFTER_MS);
}
