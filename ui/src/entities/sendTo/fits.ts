import type { ToolDetail } from '../../api/generated/contract';
import { shapeOf } from '../../kit/SchemaForm/shape';
import { isObject, own } from '../../lib/json';

/** A content as an argument of a tool may hold it. */
export interface Sendable {
  /** What the person knows it as. */
  name: string;
  uri: string | null;
  text: string | null;
  /** Its bytes; `null` = there are none, or too many for an argument. */
  base64: (() => Promise<string>) | null;
}

/** Which form of a content an argument takes. */
export type SentAs = 'uri' | 'path' | 'text' | 'base64';

/** An argument that a content fits. */
export interface Fit {
  argument: string;
  /** Its name for the person. */
  title: string;
  as: SentAs;
}

const URI_WORDS: ReadonlySet<string> = new Set(['uri', 'url', 'href', 'link', 'resource']);
const PATH_WORDS: ReadonlySet<string> = new Set(['path', 'file', 'filename', 'filepath']);

/** The last word of a name, which says what it is: `imageUrl`, `image_url`. */
const lastWord = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .findLast((word) => word !== '') ?? '';

/** The arguments of a tool that a content fits, as its schema has them. */
export function fitsOf({ inputSchema, schemaProblem }: ToolDetail, content: Sendable): Fit[] {
  if (schemaProblem !== null || !isObject(inputSchema)) return [];
  const shape = shapeOf(inputSchema, inputSchema);
  if (shape.kind !== 'object') return [];
  return shape.properties.flatMap(([argument, schema]) => {
    const field = shapeOf(schema, inputSchema);
    if (field.kind !== 'text') return [];
    const as = formOf(argument, field.format, own(field.schema, 'contentEncoding'), content);
    return as === null ? [] : [{ argument, title: field.title ?? argument, as }];
  });
}

function formOf(
  name: string,
  format: string,
  encoding: unknown,
  { uri, text, base64 }: Sendable,
): SentAs | null {
  const word = lastWord(name);
  if (encoding === 'base64' || (encoding === undefined && word === 'base64'))
    return base64 === null ? null : 'base64';
  if (encoding !== undefined) return null;
  if (format === 'uri' || (format === 'plain' && URI_WORDS.has(word))) return uri === null ? null : 'uri';
  if (format !== 'plain') return null;
  if (PATH_WORDS.has(word)) return uri === null ? null : pathOf(uri) === null ? 'uri' : 'path';
  return text === null ? null : 'text';
}

/** The path that a `file:` URI names; `null` = it names none. */
export function pathOf(uri: string): string | null {
  const [, rest] = /^file:\/\/(?:localhost)?(\/[^?#]*)$/i.exec(uri) ?? [];
  if (rest === undefined) return null;
  try {
    const path = decodeURIComponent(rest);
    return /^\/[a-z]:/i.test(path) ? path.slice(1) : path;
  } catch {
    return null;
  }
}

/** What is put into the argument. */
export async function valueOf(as: SentAs, { uri, text, base64 }: Sendable): Promise<string> {
  switch (as) {
    case 'uri':
      return uri ?? '';
    case 'path':
      return pathOf(uri ?? '') ?? '';
    case 'text':
      return text ?? '';
    case 'base64':
      return (await base64?.()) ?? '';
  }
}
