import { readContent } from '../../api/contents';
import type { ContentId, Media, ResourceContents } from '../../api/generated/contract';
import { base64OfBytes } from '../../lib/hex';
import type { Sendable } from '../sendTo/fits';

/** More bytes are of no use in an argument or a data URL: what they are given to refuses or cuts them. */
const ENCODED_BYTES = 2 * 1024 * 1024;

/** A resource of which no more is known than its URI. */
export const sendableUri = (name: string, uri: string): Sendable => ({ name, uri, text: null, base64: null });

/** A content that came, and what its menu needs to know of it. */
export interface Handled {
  content: Sendable;
  /** Its bytes in the core; `null` = there are none. */
  contentId: ContentId | null;
  sizeBytes: number;
  mimeType: string | null;
  /** What it is drawn from, if it is a picture. */
  picture: Media | null;
}

/** A picture that there are bytes of and that can be drawn. */
const drawable = (media: Media | null): Media | null =>
  media?.problem === null && (media.base64 !== '' || media.contentId !== null) ? media : null;

/** A text that came without a URI. */
export function handledText(name: string, text: string): Handled {
  const base64 = async (): Promise<string> => base64OfBytes(new TextEncoder().encode(text));
  const content = { name, uri: null, text, base64: text.length <= ENCODED_BYTES ? base64 : null };
  return { content, contentId: null, sizeBytes: text.length, mimeType: 'text/plain', picture: null };
}

/** An image or a sound that came without a URI. */
export function handledMedia(name: string, media: Media): Handled {
  const { base64, contentId, sizeBytes, claimedType: mimeType } = media;
  const isEncodable = sizeBytes <= ENCODED_BYTES && (base64 !== '' || contentId !== null);
  // What is drawn may be another picture than the one that came.
  const bytes = async (): Promise<string> =>
    contentId === null ? base64 : base64OfBytes(await readContent(contentId));
  const content = { name, uri: null, text: null, base64: isEncodable ? bytes : null };
  const picture = media.mimeType.startsWith('image/') ? drawable(media) : null;
  return { content, contentId, sizeBytes, mimeType, picture };
}

/** What was read of a resource. */
export function handledContents(
  name: string,
  { uri, body, contentId, mimeType }: ResourceContents,
  sizeBytes: number,
): Handled {
  const text = body.kind === 'text' ? body.text : null;
  const bytes = async (): Promise<Uint8Array> =>
    contentId === null ? new TextEncoder().encode(text ?? '') : readContent(contentId);
  const isEncodable = sizeBytes <= ENCODED_BYTES && (contentId !== null || text !== null);
  const base64 = isEncodable ? async () => base64OfBytes(await bytes()) : null;
  const picture =
    body.kind === 'image' ? drawable(body) : body.kind === 'text' ? drawable(body.picture) : null;
  return { content: { name, uri, text, base64 }, contentId, sizeBytes, mimeType, picture };
}
