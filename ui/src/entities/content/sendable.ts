import { readContent } from '../../api/contents';
import type { Media, ResourceContents } from '../../api/generated/contract';
import { base64OfBytes } from '../../lib/hex';
import type { Sendable } from '../sendTo/fits';

/** More bytes are of no use in an argument or a data URL: what they are given to refuses or cuts them. */
export const ENCODED_BYTES = 2 * 1024 * 1024;

/** A text that came without a URI. */
export const sendableText = (name: string, text: string): Sendable => ({
  name,
  uri: null,
  text,
  base64: async () => base64OfBytes(new TextEncoder().encode(text)),
});

/** A resource of which no more is known than its URI. */
export const sendableUri = (name: string, uri: string): Sendable => ({ name, uri, text: null, base64: null });

/** An image or a sound that came without a URI. */
export function sendableMedia(name: string, media: Media): Sendable | null {
  const { base64, contentId, sizeBytes } = media;
  if (sizeBytes > ENCODED_BYTES || (base64 === '' && contentId === null)) return null;
  return {
    name,
    uri: null,
    text: null,
    // What is drawn may be another picture than the one that came.
    base64: async () => (contentId === null ? base64 : base64OfBytes(await readContent(contentId))),
  };
}

/** What was read of a resource. */
export function sendableContents(
  name: string,
  { uri, body, contentId }: ResourceContents,
  sizeBytes: number,
): Sendable {
  const text = body.kind === 'text' ? body.text : null;
  const bytes = async (): Promise<Uint8Array> =>
    contentId === null ? new TextEncoder().encode(text ?? '') : readContent(contentId);
  const isEncodable = sizeBytes <= ENCODED_BYTES && (contentId !== null || text !== null);
  return { name, uri, text, base64: isEncodable ? async () => base64OfBytes(await bytes()) : null };
}
