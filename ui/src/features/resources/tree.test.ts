import { describe, expect, it } from 'vitest';
import type { ServerId } from '../../api/generated/contract';
import type { CatalogRow } from '../../lib/catalogRows';
import { finish } from '../../lib/steps';
import type { ResourceEntry } from './rows';
import { closedAbove, folderKey, partsOf, treeOf, treeRows } from './tree';

const S = 's' as ServerId;

function row(uri: string, mimeType: string | null = null): CatalogRow<ResourceEntry> {
  const head = {
    serverId: S,
    uri,
    name: uri,
    title: uri,
    description: null,
    mimeType,
    sizeBytes: null,
    icon: null,
    annotations: { audience: [], priority: null, lastModified: null },
    subscribed: false,
  };
  return { kind: 'entry', serverId: S, entry: { kind: 'resource', head } };
}

describe('the parts of a URI', () => {
  const check = (uri: string, expected: string[]): void =>
    it(uri, () => expect(partsOf(uri)).toEqual(expected));
  check('demo://docs/plans/a.md', ['demo://docs', 'plans', 'a.md']);
  check('file:///home/ada/a.txt', ['file://', 'home', 'ada', 'a.txt']);
  check('urn:isbn:123', ['urn:', 'isbn:123']);
  check('demo://docs/a?x=/1/2#/3', ['demo://docs', 'a']);
  check('no scheme', ['no scheme']);
  check('demo://a//b/', ['demo://a', 'b']);
  check('', []);
});

describe('the rows of a tree', () => {
  const shown = (uris: [string, string?][], toggled: string[]): string[] =>
    treeRows(finish(treeOf(uris.map(([uri, type]) => row(uri, type ?? null)))), S, new Set(toggled)).map(
      (each) =>
        each.kind === 'folder'
          ? `${'  '.repeat(each.level - 1)}${each.open ? '-' : '+'} ${each.name} (${each.count})`
          : `${'  '.repeat(each.level - 1)}${each.row.kind === 'entry' && each.row.entry.kind === 'resource' ? each.row.entry.head.uri : ''}`,
    );
  const check = (name: string, uris: [string, string?][], toggled: string[], expected: string[]): void =>
    it(name, () => expect(shown(uris, toggled)).toEqual(expected));

  check(
    'folders come before what stands beside them, those below the first are closed',
    [['d://x/readme'], ['d://x/a/one'], ['d://x/a/two'], ['d://x/b/one']],
    [],
    ['- d://x (4)', '  + a (2)', '  + b (1)', '  d://x/readme'],
  );
  check(
    'a toggled folder is open',
    [['d://x/readme'], ['d://x/a/one']],
    [folderKey(S, 'd://x/a')],
    ['- d://x (2)', '  - a (1)', '    d://x/a/one', '  d://x/readme'],
  );
  check(
    'a toggled folder at the top is closed',
    [['d://x/readme']],
    [folderKey(S, 'd://x')],
    ['+ d://x (1)'],
  );
  check(
    'folders with nothing else in them stand in one row',
    [['file:///home/ada/work/a'], ['file:///home/ada/work/b']],
    [],
    ['- file:///home/ada/work (2)', '  file:///home/ada/work/a', '  file:///home/ada/work/b'],
  );
  check(
    'a directory is the folder of what is below it',
    [['d://x/a', 'inode/directory'], ['d://x/a/one'], ['d://x/b']],
    [folderKey(S, 'd://x/a')],
    ['- d://x (3)', '  - a (2)', '    d://x/a', '    d://x/a/one', '  d://x/b'],
  );
});

describe('the closed folders above a resource', () => {
  const tree = finish(
    treeOf([
      row('d://x/readme'),
      row('d://x/a/b/one'),
      row('d://x/a/b/c/two'),
      row('d://x/dir', 'inode/directory'),
      row('d://x/dir/three'),
    ]),
  );
  const check = (uri: string, toggled: string[], expected: string[] | null): void =>
    it(`${uri} with [${toggled.join()}]`, () =>
      expect(closedAbove(tree, S, uri, new Set(toggled.map((path) => folderKey(S, path))))).toEqual(
        expected?.map((path) => folderKey(S, path)) ?? null,
      ));
  check('d://x/readme', [], []);
  check('d://x/readme', ['d://x'], ['d://x']);
  check('d://x/a/b/one', [], ['d://x/a/b']);
  check('d://x/a/b/c/two', [], ['d://x/a/b', 'd://x/a/b/c']);
  check('d://x/a/b/c/two', ['d://x/a/b'], ['d://x/a/b/c']);
  check('d://x/dir', [], ['d://x/dir']);
  check('d://x/dir/three', [], ['d://x/dir']);
  check('d://x/dir/unknown', [], null);
  check('other://x', [], null);
});
