import type { JsonValue, ResourceContents } from '../../api/generated/contract';
import { bytesOfBase64 } from '../../lib/hex';
import { isObject, own, type JsonObject } from '../../lib/json';

/** One content: as the core looked at it, and the object as it came, where that is known. */
export interface Part {
  contents: ResourceContents;
  raw: JsonObject | null;
}

/** The contents of a read, each with the object it was read from. The core leaves out what has no URI or no body. */
export function partsOf(contents: readonly ResourceContents[], raw: JsonValue | undefined): Part[] {
  const listed = isObject(raw) ? own(raw, 'contents') : undefined;
  const usable = Array.isArray(listed) ? listed.filter(isContents) : [];
  return contents.map((each, index) =>
    partOf(each, usable.length === contents.length ? usable[index] : null),
  );
}

/** A content with the object it was read from, if that is of the same resource. */
export function partOf(contents: ResourceContents, raw: JsonValue | undefined): Part {
  return { contents, raw: isContents(raw) && own(raw, 'uri') === contents.uri ? raw : null };
}

function isContents(value: JsonValue | undefined): value is JsonObject {
  if (!isObject(value)) return false;
  const isText = (name: string): boolean => typeof own(value, name) === 'string';
  return isText('uri') && (isText('text') || isText('blob'));
}

/** What is known of the bytes of a content, without reading them from the core. */
export interface Known {
  bytes: Uint8Array<ArrayBuffer>;
  whole: boolean;
}

/** The bytes that came with a content. A shortened blob ends in `…`. */
export function knownBytes({ contents: { body }, raw }: Part): Known {
  const blob = raw === null ? undefined : own(raw, 'blob');
  if (typeof blob === 'string' && !blob.endsWith('…')) return { bytes: bytesOfBase64(blob), whole: true };
  if (body.kind === 'text') return { bytes: new TextEncoder().encode(body.text), whole: true };
  if (body.kind === 'binary')
    return { bytes: bytesOfBase64(body.headBase64), whole: body.sizeBytes <= HEAD_BYTES };
  const whole = body.base64 !== '' && body.ownSize === null;
  return { bytes: bytesOfBase64(body.base64), whole };
}

/** So much of bytes the core sends beside the raw result. */
const HEAD_BYTES = 512;

/** The size of a content in bytes. */
export const partBytes = ({ contents: { body } }: Part): number => body.sizeBytes;
