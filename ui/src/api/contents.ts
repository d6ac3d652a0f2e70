import { useQuery } from '@tanstack/react-query';
import { bytesOfBase64 } from '../lib/hex';
import { call } from './client';
import type { ContentId } from './generated/contract';
import { answerKey } from './queries';

/** So much is read at once: larger parts would hold up the page while they are parsed. */
const PART_BYTES = 1024 * 1024;

/** Bytes that nothing shows any more are kept for this long. */
const KEPT_MS = 30_000;

/** Where the reading of a content's bytes is. */
export type Bytes =
  | { kind: 'loading' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'read'; bytes: Uint8Array<ArrayBuffer> };

/** All bytes of a content, read in parts; `null` = none are wanted. */
export function useContent(id: ContentId | null): Bytes {
  const { data, error } = useQuery({
    queryKey: answerKey('content.read', id === null ? {} : { contentId: id }),
    queryFn: ({ signal }) => readContent(id as ContentId, signal),
    enabled: id !== null,
    staleTime: Infinity,
    gcTime: KEPT_MS,
    retry: false,
  });
  if (data !== undefined) return { kind: 'read', bytes: data };
  return error === null ? { kind: 'loading' } : { kind: 'failed', error };
}

/** Reads all bytes of a content, in parts. */
export async function readContent(
  contentId: ContentId,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = new Uint8Array();
  let offset = 0;
  do {
    const part = await call('content.read', { contentId, offset, lengthBytes: PART_BYTES });
    signal?.throwIfAborted();
    if (offset === 0) bytes = new Uint8Array(part.sizeBytes);
    const read = bytesOfBase64(part.base64);
    if (read.length === 0) break;
    bytes.set(read, offset);
    offset += read.length;
  } while (offset < bytes.length);
  return bytes;
}
