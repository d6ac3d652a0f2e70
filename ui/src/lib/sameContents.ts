import type { ResourceContents } from '../api/generated/contract';

/** Whether two contents of a resource hold the same. Their identifiers name URI, type and bytes. */
export function holdTheSame(one: ResourceContents, other: ResourceContents): boolean {
  if (one.uri !== other.uri) return false;
  if (one.contentId !== null && one.contentId === other.contentId) return true;
  const [a, b] = [one.body, other.body];
  if (a.kind === 'text') return b.kind === 'text' && a.text === b.text;
  if (one.contentId !== null && other.contentId !== null) return false;
  if (a.kind === 'binary')
    return b.kind === 'binary' && a.sizeBytes === b.sizeBytes && a.headBase64 === b.headBase64;
  return a.kind === b.kind && a.sizeBytes === b.sizeBytes && a.base64 === b.base64;
}
