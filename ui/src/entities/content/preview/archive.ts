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
  /** Whether the list ends because the archive is damaged. */
  cut: boolean;
}

/** More entries are only counted. */
const ENTRIES = 10_000;

/** Lists an archive without unpacking anything; damaged ones throw. */
export function listArchive(type: string, bytes: Uint8Array): Listing {
  if (type === 'application/zip') return listZip(bytes);
  return type === 'application/gzip' ? listGzip(bytes) : listTar(bytes);
}

const END_BYTES = 22;
const ENTRY_BYTES = 46;
const ENTRY = 0x02014b50;
const END = 0x06054b50;

/** Reads the directory at the end of a zip archive (APPNOTE 4.3.12, 4.3.16), and nothing else of it. */
function listZip(bytes: Uint8Array): Listing {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfZip(view);
  if (end === null) return { entries: [], more: 0, cut: true };
  const count = view.getUint16(end + 10, true);
  // Of an archive with more than 65,534 entries or over 4 GB the directory is found from its end.
  const declared = view.getUint32(end + 16, true);
  let at = declared === 0xffffffff ? Math.max(0, end - view.getUint32(end + 12, true)) : declared;
  const entries: Entry[] = [];
  let found = 0;
  while (at + ENTRY_BYTES <= end && view.getUint32(at, true) === ENTRY) {
    const length = view.getUint16(at + 28, true);
    found += 1;
    if (entries.length < ENTRIES)
      entries.push({
        name: textOf(bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + length)),
        sizeBytes: view.getUint32(at + 24, true),
        packedBytes: view.getUint32(at + 20, true),
      });
    at += ENTRY_BYTES + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return { entries, more: found - entries.length, cut: found < count && count < 0xffff };
}

/** Where the last record of a zip archive begins; a comment of up to 65,535 bytes may follow it. */
function endOfZip(view: DataView): number | null {
  const first = Math.max(0, view.byteLength - END_BYTES - 0xffff);
  for (let at = view.byteLength - END_BYTES; at >= first; at -= 1)
    if (view.getUint32(at, true) === END) return at;
  return null;
}

/** The header of a gzip file may hold its name; its end holds the size modulo 4 GiB (RFC 1952). */
function listGzip(bytes: Uint8Array): Listing {
  const flags = bytes[3] ?? 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 10;
  if ((flags & 4) !== 0 && bytes.length > 12) at += 2 + view.getUint16(at, true);
  const end = bytes.indexOf(0, at);
  const name = (flags & 8) !== 0 && end > at ? textOf(bytes.subarray(at, end)) : '';
  const sizeBytes = bytes.length < 18 ? null : view.getUint32(bytes.length - 4, true);
  return { entries: [{ name, sizeBytes, packedBytes: bytes.length }], more: 0, cut: bytes.length < 18 };
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
    if (header[0] === 0) return { entries, more, cut: false };
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
  return { entries, more, cut: at > bytes.length };
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
