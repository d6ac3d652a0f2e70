import { type JsonValue, isObject } from '../../lib/json';
import { displayPath, pathKey, type Path } from '../../lib/jsonPath';
import { t } from '../../words/translate';

/**
 * One line of a JSON tree. There may be half a million of them, of which a page is drawn: what is drawn is made when it
 * is asked for.
 */
export class JsonRow {
  readonly depth: number;
  private ownKey: string | undefined;

  constructor(
    private readonly parent: JsonRow | null,
    /** The member's name or the entry's number; `null` for the root. */
    private readonly part: string | number | null,
    readonly value: JsonValue,
    /** `null` = nothing to unfold. */
    readonly open: boolean | null,
    /** Of a long text that is unfolded: one of its lines. */
    private readonly line: { text: string; index: number } | null = null,
  ) {
    this.depth = parent === null ? 0 : parent.depth + 1;
  }

  get key(): string {
    this.ownKey ??=
      this.line === null
        ? childKey(this.parent?.key ?? '', this.part)
        : `${this.parent?.key ?? ''}#${this.line.index}`;
    return this.ownKey;
  }

  /** Where the value stands; a line of a text stands where the text does. */
  get path(): Path {
    const before = this.parent?.path ?? [];
    return this.part === null ? before : [...before, this.part];
  }

  /** The member's name or the entry's number; `null` for the root and for lines of a long text. */
  get label(): string | null {
    return this.part === null ? null : String(this.part);
  }

  get kind(): 'object' | 'array' | 'string' | 'number' | 'word' | 'line' {
    if (this.line !== null) return 'line';
    if (Array.isArray(this.value)) return 'array';
    if (isObject(this.value)) return 'object';
    switch (typeof this.value) {
      case 'string':
        return 'string';
      case 'number':
        return 'number';
      default:
        return 'word';
    }
  }

  /** What stands on the line. */
  get text(): string {
    const { value, line } = this;
    if (line !== null) return line.text;
    if (typeof value === 'string') return this.open === true ? lengthOf(value) : shortened(value);
    if (Array.isArray(value))
      return value.length === 0 ? '[]' : t('content.json.items', { count: value.length });
    if (!isObject(value)) return String(value);
    const count = Object.keys(value).length;
    return count === 0 ? '{}' : t('content.json.properties', { count });
  }
}

const lengthOf = (text: string): string => t('content.json.characters', { count: text.length });

/** The key of what stands in something with a key. */
const childKey = (parent: string, part: string | number | null): string =>
  part === null ? parent : parent + pathKey([part]);

/** Texts up to this many characters stand on their line; longer ones unfold into lines. */
const LINE = 110;

/** A character takes at most so many in JSON. */
const QUOTED_CHARACTER = 6;

/** The lines of a value, with the parts in `open` unfolded. */
export function jsonRows(value: JsonValue, open: ReadonlySet<string>): JsonRow[] {
  const rows: JsonRow[] = [];
  addRows(rows, value, null, null, open);
  return rows;
}

function addRows(
  rows: JsonRow[],
  value: JsonValue,
  parent: JsonRow | null,
  part: string | number | null,
  open: ReadonlySet<string>,
): void {
  const unfolds = typeof value === 'string' ? isLong(value) : sizeOf(value) > 0;
  const isOpen = unfolds ? open.has(childKey(parent?.key ?? '', part)) : null;
  const row = new JsonRow(parent, part, value, isOpen);
  rows.push(row);
  if (isOpen !== true) return;
  if (typeof value === 'string') {
    const lines = value.split(/\r?\n/).flatMap(pieces);
    lines.forEach((text, index) => rows.push(new JsonRow(row, null, value, null, { text, index })));
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => addRows(rows, item, row, index, open));
  } else if (isObject(value)) {
    for (const name of Object.keys(value)) addRows(rows, value[name] ?? null, row, name, open);
  }
}

/** Whether a text does not stand on its line. */
const isLong = (text: string): boolean =>
  text.length * QUOTED_CHARACTER + 2 > LINE && (text.length > LINE || JSON.stringify(text).length > LINE);

function shortened(text: string): string {
  // Of a long text the beginning is enough: in JSON it is no shorter.
  const quoted = JSON.stringify(text.slice(0, LINE + 1));
  return isLong(text) ? `${quoted.slice(0, LINE)}…` : quoted;
}

/** How many values stand in a value. */
function sizeOf(value: JsonValue): number {
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : 0;
}

function pieces(line: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from === 0 || from < line.length; from += LINE)
    parts.push(line.slice(from, from + LINE));
  return parts;
}

interface Node {
  value: JsonValue;
  key: string;
  depth: number;
}

/** Deeper values are unfolded one by one: a text of brackets alone has any number of levels. */
const MOST_LEVELS = 200;

/** What is unfolded at first: outer levels, as long as it stays about a page. */
export function initiallyOpen(value: JsonValue, most = 60): Set<string> {
  const open = new Set<string>();
  let level: Node[] = [{ value, key: '', depth: 0 }];
  let lines = 1;
  while (level.length > 0) {
    const parents = level.filter((node) => sizeOf(node.value) > 0);
    lines += parents.reduce((sum, node) => sum + sizeOf(node.value), 0);
    if (lines > most && open.size > 0) break;
    for (const { key } of parents) open.add(key);
    // The next level would not stay about a page: its values are not even looked at.
    if (lines > most) break;
    level = parents.flatMap(children);
  }
  return open;
}

/** Every part that can unfold, down to a level. */
export function allOpen(value: JsonValue): Set<string> {
  const open = new Set<string>();
  const pending: Node[] = [{ value, key: '', depth: 0 }];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (sizeOf(node.value) === 0 || node.depth >= MOST_LEVELS) continue;
    open.add(node.key);
    for (const child of children(node)) pending.push(child);
  }
  return open;
}

/** The values that stand in one and have values in them. */
function children({ value, key, depth }: Node): Node[] {
  const nodes: Node[] = [];
  const add = (child: JsonValue, part: string | number): void => {
    if (typeof child !== 'object' || child === null) return;
    nodes.push({ value: child, key: childKey(key, part), depth: depth + 1 });
  };
  if (Array.isArray(value)) value.forEach(add);
  else if (isObject(value)) for (const [name, child] of Object.entries(value)) add(child, name);
  return nodes;
}

/** The place of a row as one writes it: `items[3].updated`. */
export function rowPath(row: JsonRow): string {
  return displayPath(row.path);
}
