import type { ContentId, Media, ResourceBody, ResourceContents } from '../../api/generated/contract';
import type { Handlers } from './handlers';
import { ICONS } from './icons';

/** Contents of the fake host: read and saved. */
export const contentHandlers: Pick<Handlers, Extract<keyof Handlers, `content.${string}`>> = {
  'content.read': ({ contentId, offset, lengthBytes }) => {
    const bytes = bytesOf(contentId);
    const part = bytes.subarray(offset, offset + lengthBytes);
    return { offset, sizeBytes: bytes.length, base64: btoa(String.fromCharCode(...part)) };
  },
  'content.save': ({ contentId }) => ({
    file: { path: `/home/ada/${contentId.split('/').at(-1) ?? ''}`, sizeBytes: bytesOf(contentId).length },
  }),
  'content.saveText': ({ name, text }) => ({ file: { path: `/home/ada/${name}`, sizeBytes: text.length } }),
  'content.open': ({ contentId }) => ({
    path: `/home/ada/.local/share/usher/opened/${contentId.split('/').at(-1) ?? ''}`,
    sizeBytes: bytesOf(contentId).length,
  }),
  'content.reserveDrag': ({ contentId }) => ({
    dragId: 2,
    fileUrl: `file:///home/ada/dragged/${contentId.split('/').at(-1) ?? ''}`,
  }),
  'content.reserveTextDrag': ({ name }) => ({
    dragId: 3,
    fileUrl: `file:///home/ada/dragged/${encodeURIComponent(name)}`,
  }),
  'content.writeTextDrag': ({ text }) => ({ path: '/home/ada/dragged/text.txt', sizeBytes: text.length }),
  'content.saveBytes': ({ name, base64 }) => ({
    file: { path: `/home/ada/${name}`, sizeBytes: atob(base64).length },
  }),
  'content.openFolder': () => null,
  'content.saveMany': ({ contentIds }) => ({
    saved: {
      folder: '/home/ada',
      files: contentIds.map((id) => ({ path: `/home/ada/${id.split('/').at(-1) ?? ''}`, sizeBytes: 1 })),
    },
  }),
};

/** A wave file of no samples. */
const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=';

const TYPES: Record<string, string> = {
  md: 'text/markdown',
  json: 'application/json',
  png: 'image/png',
  bin: 'application/octet-stream',
  csv: 'text/csv',
  svg: 'image/svg+xml',
  wav: 'audio/wav',
};

/** One resource gives two contents. */
export function partsOf(uri: string): string[] {
  return uri === 'demo://docs' ? ['demo://docs/readme.md', 'demo://docs/plan.json'] : [uri];
}

/** The identifier of a content is its URI. */
export function contentsOf(uri: string): ResourceContents {
  const body = bodyOf(uri);
  const mimeType = mimeOf(uri);
  return {
    uri,
    mimeType,
    detectedType: body.kind === 'image' || body.kind === 'audio' ? mimeType : null,
    contentId: uri as ContentId,
    body,
  };
}

/** All bytes of a content. */
function bytesOf(uri: string): Uint8Array {
  const body = bodyOf(uri);
  if (body.kind === 'text') return new TextEncoder().encode(body.text);
  const base64 = body.kind === 'binary' ? body.headBase64 : body.base64;
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

function mimeOf(uri: string): string {
  return TYPES[uri.split('.').at(-1) ?? ''] ?? 'text/plain';
}

function bodyOf(uri: string): ResourceBody {
  const mimeType = mimeOf(uri);
  if (mimeType === 'image/png') {
    const base64 = ICONS['demo'] ?? '';
    return {
      kind: 'image',
      claimedType: mimeType,
      mimeType,
      base64,
      sizeBytes: 4_210,
      ownSize: null,
      problem: null,
      contentId: null,
    };
  }
  if (mimeType === 'image/svg+xml') {
    const base64 = ICONS['demo'] ?? '';
    const picture = {
      claimedType: mimeType,
      mimeType: 'image/png',
      base64,
      sizeBytes: 420,
      ownSize: null,
      problem: null,
      contentId: null,
    };
    return textBody('<svg xmlns="http://www.w3.org/2000/svg"/>', picture);
  }
  if (mimeType === 'audio/wav') {
    return {
      kind: 'audio',
      claimedType: mimeType,
      mimeType,
      base64: SILENCE,
      sizeBytes: 44_144,
      ownSize: null,
      problem: null,
      contentId: null,
    };
  }
  if (mimeType === 'text/csv') {
    const lines = Array.from({ length: 60 }, (_, i) => `${i % 24}:00,${(i * 0.7) % 4},"Pier, ${i % 3}"`);
    return textBody(`time,metres,where\n${lines.join('\n')}\n`);
  }
  if (mimeType === 'application/octet-stream')
    return { kind: 'binary', sizeBytes: 2_048, headBase64: btoa('Usher\u0000\u0001\u0002') };
  if (mimeType === 'text/markdown') {
    return textBody('# Read me\n\nA *small* document with a [link](https://example.com).\n\n- one\n- two\n');
  }
  if (mimeType === 'application/json') return textBody('{"phase":"alpha","open":3}');
  return textBody(`${uri}: 14:31:52`);
}

/** The body of a content that is text. */
export function textBody(text: string, picture: Media | null = null): ResourceBody {
  return { kind: 'text', text, sizeBytes: new TextEncoder().encode(text).length, picture };
}
