import type { ServerId } from '../../api/generated/contract';
import type { ListSection } from '../../kit/SectionList';
import { ENTRIES_PER_STEP } from '../../lib/steps';
import type { Steps } from '../../lib/steps';
import { entryAddress } from './rows';
import type { Row } from './rows';

/** A folder of the tree: a part of URIs that several resources have in common. */
interface FolderRow {
  kind: 'folder';
  serverId: ServerId;
  /** The beginning of the URIs below it. */
  path: string;
  /** Its part of the URI: `demo://docs`, `plans`. */
  name: string;
  /** 1 = at the top. */
  level: number;
  open: boolean;
  /** Resources below it. */
  count: number;
}

/** A row of the tree: a folder, or what a list has too. */
export type TreeRow = FolderRow | { kind: 'leaf'; row: Row; level: number };

/** A directory that a server lists as a resource (`inode/directory`) is the folder of what is below it. */
const DIRECTORY = 'inode/directory';

interface Folder {
  path: string;
  name: string;
  /** How many parts of a URI lead to it. */
  depth: number;
  folders: Map<string, Folder>;
  rows: Row[];
  count: number;
}

/** The folders of one server, by the parts of URIs. */
export type Tree = Folder;

const folder = (path: string, name: string, depth: number): Folder => ({
  path,
  name,
  depth,
  folders: new Map(),
  rows: [],
  count: 0,
});

/** The parts of a URI: scheme and authority, then each part of the path. The last names the resource itself. */
export function partsOf(uri: string): string[] {
  const path = uri.split(/[?#]/, 1)[0] ?? uri;
  const head = /^[a-z][a-z0-9+.-]*:(\/\/[^/]*)?/i.exec(path)?.[0] ?? '';
  const rest = path.slice(head.length).split('/');
  return [head, ...rest].filter((part) => part !== '');
}

/** Puts rows into folders. */
export function* treeOf(rows: ListSection<Row>['items']): Steps<Tree> {
  const root = folder('', '', 0);
  for (let place = 0; place < rows.length; place += 1) {
    if (place % ENTRIES_PER_STEP === 0) yield;
    const row = rows.at(place) as Row;
    const parts =
      row.kind === 'entry' && row.entry.kind === 'resource' ? partsOf(entryAddress(row.entry)) : [];
    const isDirectory = row.kind === 'entry' && row.entry.head.mimeType === DIRECTORY;
    let at = root;
    for (const part of isDirectory ? parts : parts.slice(0, -1)) {
      at.count += 1;
      let next = at.folders.get(part);
      if (next === undefined) {
        next = folder(at === root ? part : `${at.path}/${part}`, part, at.depth + 1);
        at.folders.set(part, next);
      }
      at = next;
    }
    at.count += 1;
    at.rows.push(row);
  }
  return root;
}

/** The folders that were opened or closed by the person, by their keys; `all` = every folder is open. */
type Toggled = ReadonlySet<string> | 'all';

/** What identifies a folder among those of all servers. */
export const folderKey = (serverId: ServerId, path: string): string => `folder ${serverId} ${path}`;

/**
 * The rows of a tree that are seen. A folder with nothing but one folder in it stands in one row with it.
 */
export function treeRows(tree: Tree, serverId: ServerId, toggled: Toggled): TreeRow[] {
  const seen: TreeRow[] = [];
  const add = (of: Folder, level: number): void => {
    for (const each of of.folders.values()) {
      const [shown, name] = joined(each);
      const open = toggled === 'all' || isOpen(shown, level, serverId, toggled);
      seen.push({ kind: 'folder', serverId, path: shown.path, name, level, open, count: shown.count });
      if (open) add(shown, level + 1);
    }
    for (const row of of.rows) seen.push({ kind: 'leaf', row, level });
  };
  add(tree, 1);
  return seen;
}

/** Folders at the top are open unless they were toggled, all others closed. */
const isOpen = ({ path }: Folder, level: number, serverId: ServerId, toggled: ReadonlySet<string>): boolean =>
  toggled.has(folderKey(serverId, path)) !== (level === 1);

/** The keys of the folders above a resource that are closed; null = it is not in the tree. */
export function closedAbove(
  tree: Tree,
  serverId: ServerId,
  uri: string,
  toggled: ReadonlySet<string>,
): string[] | null {
  const parts = partsOf(uri);
  const isHere = (row: Row): boolean =>
    row.kind === 'entry' && row.entry.kind === 'resource' && entryAddress(row.entry) === uri;
  const closed: string[] = [];
  let at = tree;
  for (let level = 1; !at.rows.some(isHere); level += 1) {
    const next = at.folders.get(parts[at.depth] ?? '');
    if (next === undefined) return null;
    [at] = joined(next);
    if (!isOpen(at, level, serverId, toggled)) closed.push(folderKey(serverId, at.path));
  }
  return closed;
}

function joined(start: Folder): [Folder, string] {
  let shown = start;
  let name = start.name;
  for (;;) {
    const [only] = shown.folders.values();
    if (only === undefined || shown.folders.size > 1 || shown.rows.length > 0) return [shown, name];
    name = `${name}/${only.name}`;
    shown = only;
  }
}

/** The sections of a list as trees. */
export function treeSections(
  sections: readonly ListSection<Row>[],
  trees: ReadonlyMap<string, Tree>,
  toggled: Toggled,
): ListSection<TreeRow>[] {
  return sections.map((section) => {
    const tree = trees.get(section.key);
    const items = tree === undefined ? [] : treeRows(tree, section.key as ServerId, toggled);
    return { ...section, items };
  });
}
