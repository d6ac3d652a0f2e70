import { type JsonValue, isObject } from '../../lib/json';
import { displayPath, pathKey, type Path } from '../SchemaForm/path';
import { t } from '../../words/translate';

/** One line of a JSON tree. */
export interface JsonRow {
  key: string;
  path: Path;
  depth: number;
  /** The member's name or the entry's number; `null` for the root and for lines of a long text. */
  label: string | null;
  value: JsonValue;
  /** What stands on the line. */
  text: string;
  kind: 'object' | 'array' | 'string' | 'number' | 'word' | 'line';
  /** `null` = nothing to unfold. */
  open: boolean | null;
}

/** Texts up to this many characters stand on their line; longer ones unfold into lines. */
const LINE = 110;

/** The lines of a value, with the parts in `open` unfolded. */
export function jsonRows(value: JsonValue, open: ReadonlySet<string>): JsonRow[] {
  const rows: JsonRow[] = [];
  addRows(rows, value, [], null, open);
  return rows;
}

function addRows(
  rows: JsonRow[],
  value: JsonValue,
  path: Path,
  label: string | null,
  open: ReadonlySet<string>,
): void {
  const key = pathKey(path);
  const base = { key, path, depth: path.length, label, value };
  if (typeof value === 'string') {
    addText(rows, value, base, open);
    return;
  }
  if (Array.isArray(value)) {
    const unfolded = value.length === 0 ? null : open.has(key);
    rows.push({
      ...base,
      kind: 'array',
      text: value.length === 0 ? '[]' : t('content.json.items', { count: value.length }),
      open: unfolded,
    });
    if (unfolded) value.forEach((item, index) => addRows(rows, item, [...path, index], String(index), open));
    return;
  }
  if (isObject(value)) {
    const names = Object.keys(value);
    const unfolded = names.length === 0 ? null : open.has(key);
    rows.push({
      ...base,
      kind: 'object',
      text: names.length === 0 ? '{}' : t('content.json.properties', { count: names.length }),
      open: unfolded,
    });
    if (unfolded) names.forEach((name) => addRows(rows, value[name] ?? null, [...path, name], name, open));
    return;
  }
  rows.push({
    ...base,
    kind: typeof value === 'number' ? 'number' : 'word',
    text: String(value),
    open: null,
  });
}

function addText(
  rows: JsonRow[],
  value: string,
  base: Pick<JsonRow, 'key' | 'path' | 'depth' | 'label' | 'value'>,
  open: ReadonlySet<string>,
): void {
  const quoted = JSON.stringify(value);
  const isLong = quoted.length > LINE;
  const unfolded = isLong ? open.has(base.key) : null;
  const short = isLong ? `${quoted.slice(0, LINE)}…` : quoted;
  rows.push({
    ...base,
    kind: 'string',
    text: unfolded ? t('content.json.characters', { count: value.length }) : short,
    open: unfolded,
  });
  if (!unfolded) return;
  const lines = value.split('\n').flatMap(pieces);
  lines.forEach((text, index) =>
    rows.push({
      ...base,
      key: `${base.key}#${index}`,
      depth: base.depth + 1,
      label: null,
      kind: 'line',
      text,
      open: null,
    }),
  );
}

function pieces(line: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from === 0 || from < line.length; from += LINE)
    parts.push(line.slice(from, from + LINE));
  return parts;
}

/** What is unfolded at first: outer levels, as long as it stays about a page. */
export function initiallyOpen(value: JsonValue, most = 60): Set<string> {
  const open = new Set<string>();
  let level: { value: JsonValue; path: Path }[] = [{ value, path: [] }];
  let lines = 1;
  while (level.length > 0) {
    const next = level.flatMap(({ value: parent, path }) => children(parent, path));
    lines += next.length;
    if (next.length === 0 || (lines > most && open.size > 0)) break;
    for (const { value: parent, path } of level)
      if (children(parent, path).length > 0) open.add(pathKey(path));
    level = next;
  }
  return open;
}

/** Every part that can unfold. */
export function allOpen(value: JsonValue): Set<string> {
  const open = new Set<string>();
  const pending: { value: JsonValue; path: Path }[] = [{ value, path: [] }];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const inner = children(node.value, node.path);
    if (inner.length > 0) open.add(pathKey(node.path));
    pending.push(...inner);
  }
  return open;
}

function children(value: JsonValue, path: Path): { value: JsonValue; path: Path }[] {
  if (Array.isArray(value)) return value.map((item, index) => ({ value: item, path: [...path, index] }));
  if (isObject(value))
    return Object.entries(value).map(([name, item]) => ({ value: item, path: [...path, name] }));
  return [];
}

/** The place of a row as one writes it: `items[3].updated`. */
export function rowPath(row: JsonRow): string {
  return displayPath(row.path);
}
