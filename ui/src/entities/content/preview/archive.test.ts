import { gzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { leavesFolder, listArchive, type Entry } from './archive';

// As in the window of the app.
Object.freeze(Object.prototype);

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function header(name: string, size: number, type = '0', prefix = ''): string {
  const fields = [name.padEnd(124, '\0'), size.toString(8).padStart(11, '0'), '\0'.padEnd(21, '\0'), type];
  return `${fields.join('').padEnd(257, '\0')}ustar\0`.padEnd(345, '\0').concat(prefix).padEnd(512, '\0');
}
const block = (text: string): string => text.padEnd(512, '\0');
const END = '\0'.repeat(1024);

test('a zip archive is listed by its directory, and nothing is unpacked', () => {
  const bomb = zipSync({ 'zeros.bin': new Uint8Array(5_000_000), '../evil\u202Etxt.exe': bytes('x') });
  const { entries, more, cut } = listArchive('application/zip', bomb);
  expect({ names: entries.map(({ name, sizeBytes }) => [name, sizeBytes]), more, cut }).toEqual({
    names: [
      ['zeros.bin', 5_000_000],
      ['../evil\u202Etxt.exe', 1],
    ],
    more: 0,
    cut: false,
  });
});

test('a zip archive that declares more than there is, is only listed', () => {
  const small = zipSync({ a: bytes('x') }, { level: 0 });
  // The unpacked size in the directory: 4 GB.
  const at = small.length - 22 - 47 + 24;
  small.set([0xff, 0xff, 0xff, 0xfe], at);
  expect(listArchive('application/zip', small).entries).toEqual([
    { name: 'a', sizeBytes: 0xfeffffff, packedBytes: 1 },
  ] satisfies Entry[]);
});

test('more entries than are listed are counted', () => {
  const many = Object.fromEntries(Array.from({ length: 10_003 }, (_, index) => [String(index), bytes('')]));
  const { entries, more } = listArchive('application/zip', zipSync(many, { level: 0 }));
  expect({ listed: entries.length, more }).toEqual({ listed: 10_000, more: 3 });
});

test.each([
  ['bytes that only begin like one', 'PK\x03\x04', true],
  ['an end without a directory', `PK\x05\x06${'\xFF'.repeat(18)}`, false],
  ['an end that declares entries', `PK\x05\x06\0\0\0\0\x09\0\x09\0${'\0'.repeat(10)}`, true],
  ['an empty one', `PK\x05\x06${'\0'.repeat(18)}`, false],
])('a zip archive of %s has no entries', (_what, text, cut) =>
  expect(
    listArchive(
      'application/zip',
      Uint8Array.from(text, (one) => one.charCodeAt(0)),
    ),
  ).toEqual({
    entries: [],
    more: 0,
    cut,
  }),
);

test('a gzip file is one entry, with the size it declares', () => {
  const packed = gzipSync(new Uint8Array(1_000), { filename: 'zeros.bin' });
  expect(listArchive('application/gzip', packed).entries).toEqual([
    { name: 'zeros.bin', sizeBytes: 1_000, packedBytes: packed.length },
  ]);
  expect(listArchive('application/gzip', packed.subarray(0, 6)).cut, 'only its beginning').toBe(true);
});

const file = (name: string, sizeBytes: number): Entry => ({ name, sizeBytes, packedBytes: null });

test.each<[what: string, text: string, entries: Entry[], cut: boolean]>([
  [
    'entries',
    header('a', 3) + block('abc') + header('b/', 0, '5') + END,
    [file('a', 3), file('b/', 0)],
    false,
  ],
  ['a name in two parts', header('c', 0, '0', 'a/b') + END, [file('a/b/c', 0)], false],
  [
    'a long name',
    header('././@LongLink', 5, 'L') + block('long\0') + header('short', 0) + END,
    [file('long', 0)],
    false,
  ],
  [
    'a name of the newer form',
    header('x', 14, 'x') + block('14 path=a/b/c\n') + header('c', 0) + END,
    [file('a/b/c', 0)],
    false,
  ],
  ['a file that is cut off', header('a', 4_000) + block('abc'), [file('a', 4_000)], true],
  ['a size that is none', header('a', 0).replace('00000000000', 'zzzzzzzzzzz') + END, [file('a', 0)], false],
])('a tar archive with %s', (_what, text, entries, cut) =>
  expect(listArchive('application/x-tar', bytes(text))).toEqual({ entries, more: 0, cut }),
);

test.each([
  ['a/b..c', false],
  ['../a', true],
  ['a\\..\\b', true],
  ['/etc/passwd', true],
  ['C:\\a', true],
])('%s leads out of its folder: %s', (name, leaves) => expect(leavesFolder(name)).toBe(leaves));
