/** One entry of an archive, as the archive says. */
export interface Entry {
  name: string;
  /** Unpacked; `null` = not said. */
  sizeBytes: number | null;
  /** Packed; `null` = the archive packs nothing. */
  packedBytes: number | null;
}

/** What an archive says it holds. */
export interface Listing {
  entries: readonly Entry[];
  /** Entries that are not listed. */
  more: number;
  /** Why the list ends before the archive does; `null` = it is whole. */
  cut: 'damaged' | 'long' | null;
}

/** More entries are only counted. */
const ENTRIES = 10_000;

/** Lists an archive. Only what packs a tar archive as a whole is unpacked, up to a bound, and nothing of it is kept. */
export async function listArchive(type: string, bytes: Uint8Array<ArrayBuffer>): Promise<Listing> {
  if (type === 'application/zip') return listZip(bytes);
  return type === 'application/gzip' ? listGzip(bytes) : listTar(bytes);
}

const END_BYTES = 22;
const ENTRY_BYTES = 46;
const ENTRY = 0x02014b50;
const END = 0x06054b50;

/** The extra field with sizes over 4 GB. */
const ZIP64 = 1;

/** Stands for a size that the extra field of an entry has. */
const IN_EXTRA = 0xffffffff;

/** Reads the directory at the end of a zip archive (APPNOTE 4.3.12, 4.3.16), and nothing else of it. */
function listZip(bytes: Uint8Array): Listing {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfZip(view);
  if (end === null) return { entries: [], more: 0, cut: 'damaged' };
  const count = view.getUint16(end + 10, true);
  // Of an archive with more than 65,534 entries or over 4 GB the directory is found from its end.
  const declared = view.getUint32(end + 16, true);
  let at = declared === IN_EXTRA ? Math.max(0, end - view.getUint32(end + 12, true)) : declared;
  const entries: Entry[] = [];
  let found = 0;
  while (at + ENTRY_BYTES <= end && view.getUint32(at, true) === ENTRY) {
    const length = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const extra = at + ENTRY_BYTES + length;
    found += 1;
    if (entries.length < ENTRIES)
      entries.push({
        name: textOf(bytes.subarray(at + ENTRY_BYTES, extra)),
        ...sizesOf(view, at, extra, Math.min(extra + extraLength, end)),
      });
    at = extra + extraLength + view.getUint16(at + 32, true);
  }
  const isShort = found < count && count < 0xffff;
  return { entries, more: found - entries.length, cut: isShort ? 'damaged' : null };
}

/** The sizes of an entry: those over 4 GB stand in its extra field (APPNOTE 4.5.3). */
function sizesOf(
  view: DataView,
  entry: number,
  extra: number,
  extraEnd: number,
): Pick<Entry, 'sizeBytes' | 'packedBytes'> {
  const sizes = {
    sizeBytes: view.getUint32(entry + 24, true),
    packedBytes: view.getUint32(entry + 20, true),
  };
  for (let at = extra; at + 4 <= extraEnd;) {
    const next = at + 4 + view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === ZIP64 && next <= extraEnd) {
      let from = at + 4;
      for (const name of ['sizeBytes', 'packedBytes'] as const) {
        if (sizes[name] !== IN_EXTRA || from + 8 > next) continue;
        sizes[name] = Number(view.getBigUint64(from, true));
        from += 8;
      }
    }
    at = next;
  }
  return sizes;
}

/** Where the last record of a zip archive begins; a comment of up to 65,535 bytes may follow it. */
function endOfZip(view: DataView): number | null {
  const first = Math.max(0, view.byteLength - END_BYTES - 0xffff);
  for (let at = view.byteLength - END_BYTES; at >= first; at -= 1)
    if (view.getUint32(at, true) === END) return at;
  return null;
}

/** Of a packed tar archive so much is unpacked, to list it. */
const UNPACKED_BYTES = 64 * 1024 * 1024;

/** So much is unpacked at once: a thousand times as much may come of it. */
const PACKED_PART = 16_384;

/** The header of a gzip file may hold its name; its end holds the size modulo 4 GiB (RFC 1952). */
async function listGzip(bytes: Uint8Array<ArrayBuffer>): Promise<Listing> {
  const tar = await unpackTar(bytes);
  if (tar !== null) return tar;
  const flags = bytes[3] ?? 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 10;
  if ((flags & 4) !== 0 && bytes.length > 12) at += 2 + view.getUint16(at, true);
  const end = bytes.indexOf(0, at);
  const name = (flags & 8) !== 0 && end > at ? textOf(bytes.subarray(at, end)) : '';
  const isShort = bytes.length < 18;
  const sizeBytes = isShort ? null : view.getUint32(bytes.length - 4, true);
  const entries = [{ name, sizeBytes, packedBytes: bytes.length }];
  return { entries, more: 0, cut: isShort ? 'damaged' : null };
}

/** Lists the tar archive that was packed; `null` = what was packed is none. */
async function unpackTar(bytes: Uint8Array<ArrayBuffer>): Promise<Listing | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  let isTar = false;
  let cut: Listing['cut'] = null;
  const reader = unpacked(bytes).getReader();
  try {
    for (;;) {
      const { value } = await reader.read();
      if (value === undefined) break;
      parts.push(value);
      length += value.length;
      if (!isTar && length >= BLOCK) {
        isTar = textOf(joined(parts, BLOCK).subarray(257, 262)) === 'ustar';
        if (!isTar) break;
      }
      if (length < UNPACKED_BYTES) continue;
      cut = 'long';
      break;
    }
  } catch {
    cut = 'damaged';
  }
  // Nothing more is unpacked; what is already broken cannot be ended.
  reader.cancel().catch(() => undefined);
  if (!isTar) return null;
  const listing = listTar(joined(parts, length));
  return { ...listing, cut: cut ?? listing.cut };
}

/** Unpacked only as fast as it is read: the web view would unpack a part as a whole. */
function unpacked(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: (controller) => {
        if (at >= bytes.length) controller.close();
        else controller.enqueue(bytes.subarray(at, at + PACKED_PART));
        at += PACKED_PART;
      },
    },
    { highWaterMark: 0 },
  );
  return packed.pipeThrough(new DecompressionStream('gzip'));
}

/** The first bytes of some parts. */
function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    if (at >= length) break;
    whole.set(part.subarray(0, length - at), at);
    at += part.length;
  }
  return whole;
}

const BLOCK = 512;

/** Entries of a tar archive: headers of 512 bytes, each followed by its content (POSIX.1-1988, ustar; GNU; pax). */
function listTar(bytes: Uint8Array): Listing {
  const entries: Entry[] = [];
  let more = 0;
  let longName: string | null = null;
  let at = 0;
  for (; at + BLOCK <= bytes.length;) {
    const header = bytes.subarray(at, at + BLOCK);
    if (header[0] === 0) return { entries, more, cut: null };
    const size = octal(header.subarray(124, 136));
    const type = String.fromCharCode(header[156] ?? 0);
    const content = bytes.subarray(at + BLOCK, at + BLOCK + Math.min(size, 65_536));
    if (type === 'L') longName = untilNul(content);
    else if (type === 'x') longName = paxPath(textOf(content)) ?? longName;
    else if (type !== 'g') {
      const prefix = untilNul(header.subarray(345, 500));
      const own = untilNul(header.subarray(0, 100));
      const name = longName ?? (prefix === '' ? own : `${prefix}/${own}`);
      longName = null;
      if (entries.length < ENTRIES) entries.push({ name, sizeBytes: size, packedBytes: null });
      else more += 1;
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return { entries, more, cut: at > bytes.length ? 'damaged' : null };
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

function untilNul(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return textOf(end < 0 ? bytes : bytes.subarray(0, end));
}

function octal(bytes: Uint8Array): number {
  const value = Number.parseInt(untilNul(bytes).trim() || '0', 8);
  return Number.isSafeInteger(value) && value >= 0 ? value : 0;
}

const paxPath = (records: string): string | undefined => /^\d+ path=(.*)$/m.exec(records)?.[1];

/** Whether a name leads out of the folder it would be unpacked to. */
export function leavesFolder(name: string): boolean {
  const path = name.replaceAll('\\', '/');
  return path.startsWith('/') || /^[a-z]:/i.test(path) || path.split('/').includes('..');
}
