import { type JsonValue, isObject, setOwn, type JsonObject } from './json';

export type Path = readonly (string | number)[];

/** A key for maps and element ids: a JSON pointer. */
export function pathKey(path: Path): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Reads `#/a/b~1c/0` back; numbers are told from names by the value they lead to. */
export function readPointer(pointer: string, value: JsonValue): Path {
  const path: (string | number)[] = [];
  let here: JsonValue | undefined = value;
  for (const raw of pointer.replace(/^#/, '').split('/').slice(1)) {
    const part = decode(raw).replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(Array.isArray(here) ? Number(part) : part);
    here = childOf(here, path.at(-1));
  }
  return path;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function childOf(value: JsonValue | undefined, part: string | number | undefined): JsonValue | undefined {
  if (Array.isArray(value) && typeof part === 'number') return value[part];
  if (isObject(value) && typeof part === 'string' && Object.hasOwn(value, part)) return value[part];
  return undefined;
}

export function valueAt(value: JsonValue | undefined, path: Path): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(childOf, value);
}

/** `items[3].updated`, as the person and the core write it. */
export function displayPath(path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(part)) return `${text}[${JSON.stringify(part)}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');
}

/**
 * A copy of `value` with `next` at `path`; `undefined` takes the member away.
 * Parts of the way that are not there yet are made.
 */
export function withValueAt(
  value: JsonValue | undefined,
  path: Path,
  next: JsonValue | undefined,
): JsonValue | undefined {
  const [head, ...rest] = path;
  if (head === undefined) return next;
  const child = withValueAt(childOf(value, head), rest, next);
  if (typeof head === 'number') {
    const items = Array.isArray(value) ? [...value] : [];
    if (child === undefined) items.splice(head, 1);
    else items[head] = child;
    return items;
  }
  const object: JsonObject = isObject(value) ? { ...value } : {};
  if (child === undefined) delete object[head];
  else setOwn(object, head, child);
  return object;
}
