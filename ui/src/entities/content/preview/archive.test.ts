import { gzipSync as gzipQuickly } from 'node:zlib';
import { gzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { leavesFolder, listArchive, type Entry, type Listing } from './archive';

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

function header(name: string, size: number, type = '0', prefix = ''): string {
  const fields = [name.padEnd(124, '\0'), size.toString(8).padStart(11, '0'), '\0'.padEnd(21, '\0'), type];
  return `${fields.join('').padEnd(257, '\0')}ustar\0`.padEnd(345, '\0').concat(prefix).padEnd(512, '\0');
}
const block = (text: string): string => text.padEnd(512, '\0');
const END = '\0'.repeat(1024);

test('a zip archive is listed by its directory, and nothing is unpacked', async () => {
  const bomb = zipSync({ 'zeros.bin': new Uint8Array(5_000_000), '../evil\u202Etxt.exe': bytes('x') });
  const { entries, more, cut } = await listArchive('application/zip', bomb);
  expect({ names: entries.map(({ name, sizeBytes }) => [name, sizeBytes]), more, cut }).toEqual({
    names: [
      ['zeros.bin', 5_000_000],
      ['../evil\u202Etxt.exe', 1],
    ],
    more: 0,
    cut: null,
  });
});

test('a zip archive that declares more than there is, is only listed', async () => {
  const small = zipSync({ a: bytes('x') }, { level: 0 });
  // The unpacked size in the directory: 4 GB.
  const at = small.length - 22 - 47 + 24;
  small.set([0xff, 0xff, 0xff, 0xfe], at);
  expect((await listArchive('application/zip', small)).entries).toEqual([
    { name: 'a', sizeBytes: 0xfeffffff, packedBytes: 1 },
  ] satisfies Entry[]);
});

test('more entries than are listed are counted', async () => {
  const many = Object.fromEntries(Array.from({ length: 10_003 }, (_, index) => [String(index), bytes('')]));
  const { entries, more } = await listArchive('application/zip', zipSync(many, { level: 0 }));
  expect({ listed: entries.length, more }).toEqual({ listed: 10_000, more: 3 });
});

test.each([
  ['bytes that only begin like one', 'PK\x03\x04', 'damaged'],
  ['an end without a directory', `PK\x05\x06${'\xFF'.repeat(18)}`, null],
  ['an end that declares entries', `PK\x05\x06\0\0\0\0\x09\0\x09\0${'\0'.repeat(10)}`, 'damaged'],
  ['an empty one', `PK\x05\x06${'\0'.repeat(18)}`, null],
])('a zip archive of %s has no entries', async (_what, text, cut) =>
  expect(
    await listArchive(
      'application/zip',
      Uint8Array.from(text, (one) => one.charCodeAt(0)),
    ),
  ).toEqual({
    entries: [],
    more: 0,
    cut,
  }),
);

test('a gzip file is one entry, with the size it declares', async () => {
  const packed = gzipSync(new Uint8Array(1_000), { filename: 'zeros.bin' });
  expect((await listArchive('application/gzip', packed)).entries).toEqual([
    { name: 'zeros.bin', sizeBytes: 1_000, packedBytes: packed.length },
  ]);
  expect((await listArchive('application/gzip', packed.subarray(0, 6))).cut, 'only its beginning').toBe(
    'damaged',
  );
});

const tar = header('a', 3) + block('abc') + header('b', 0) + END;

test('a packed tar archive is listed as one', async () => {
  expect(await listArchive('application/gzip', gzipSync(bytes(tar)))).toEqual({
    entries: [file('a', 3), file('b', 0)],
    more: 0,
    cut: null,
  });
});

test('of a packed tar archive that is cut off, what came is listed', async () => {
  const packed = gzipSync(bytes(tar), { level: 0 });
  expect(await listArchive('application/gzip', packed.subarray(0, packed.length - 1_200))).toEqual({
    entries: [file('a', 3)],
    more: 0,
    cut: 'damaged',
  });
});

test('of a packed tar archive no more is unpacked than is listed', async () => {
  const size = 80 * 1024 * 1024;
  const long = new Uint8Array(size + 2_048);
  long.set(bytes(header('zeros.bin', size)));
  long.set(bytes(header('never listed', 0)), size + 512);
  expect(await listArchive('application/gzip', new Uint8Array(gzipQuickly(long)))).toEqual({
    entries: [file('zeros.bin', size)],
    more: 0,
    cut: 'long',
  });
});

test('sizes over 4 GB of a zip archive stand in an extra field', async () => {
  const extra = new Uint8Array(16);
  new DataView(extra.buffer).setBigUint64(0, 5_000_000_000n, true);
  new DataView(extra.buffer).setBigUint64(8, 4_999_999_999n, true);
  const large = zipSync({ a: [bytes('x'), { extra: { 1: extra } }] }, { level: 0 });
  const entry = large.length - 22 - 46 - 1 - 20;
  large.fill(0xff, entry + 20, entry + 28);
  expect((await listArchive('application/zip', large)).entries).toEqual([
    { name: 'a', sizeBytes: 5_000_000_000, packedBytes: 4_999_999_999 },
  ] satisfies Entry[]);
});

const file = (name: string, sizeBytes: number): Entry => ({ name, sizeBytes, packedBytes: null });

test.each<[what: string, text: string, entries: Entry[], cut: Listing['cut']]>([
  [
    'entries',
    header('a', 3) + block('abc') + header('b/', 0, '5') + END,
    [file('a', 3), file('b/', 0)],
    null,
  ],
  ['a name in two parts', header('c', 0, '0', 'a/b') + END, [file('a/b/c', 0)], null],
  [
    'a long name',
    header('././@LongLink', 5, 'L') + block('long\0') + header('short', 0) + END,
    [file('long', 0)],
    null,
  ],
  [
    'a name of the newer form',
    header('x', 14, 'x') + block('14 path=a/b/c\n') + header('c', 0) + END,
    [file('a/b/c', 0)],
    null,
  ],
  ['a file that is cut off', header('a', 4_000) + block('abc'), [file('a', 4_000)], 'damaged'],
  ['a size that is none', header('a', 0).replace('00000000000', 'zzzzzzzzzzz') + END, [file('a', 0)], null],
])('a tar archive with %s', async (_what, text, entries, cut) =>
  expect(await listArchive('application/x-tar', bytes(text))).toEqual({ entries, more: 0, cut }),
);

test.each([
  ['a/b..c', false],
  ['../a', true],
  ['a\\..\\b', true],
  ['/etc/passwd', true],
  ['C:\\a', true],
])('%s leads out of its folder: %s', (name, leaves) => expect(leavesFolder(name)).toBe(leaves));
