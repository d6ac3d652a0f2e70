type Magic = readonly [type: string, at: number, bytes: string];

/** Beginnings of formats, as text of one byte per character. */
const MAGIC: readonly Magic[] = [
  ['image/png', 0, '\x89PNG\r\n\x1A\n'],
  ['image/jpeg', 0, '\xFF\xD8\xFF'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
  ['image/avif', 4, 'ftypavif'],
  ['image/heic', 4, 'ftypheic'],
  ['image/bmp', 0, 'BM'],
  ['image/tiff', 0, 'II*\0'],
  ['image/tiff', 0, 'MM\0*'],
  ['image/vnd.microsoft.icon', 0, '\0\0\x01\0'],
  ['audio/wav', 8, 'WAVE'],
  ['video/x-msvideo', 8, 'AVI '],
  ['audio/mp4', 4, 'ftypM4A'],
  ['video/quicktime', 4, 'ftypqt'],
  ['video/mp4', 4, 'ftyp'],
  ['video/webm', 0, '\x1A\x45\xDF\xA3'],
  ['audio/ogg', 0, 'OggS'],
  ['audio/flac', 0, 'fLaC'],
  ['audio/mpeg', 0, 'ID3'],
  ['video/mpeg', 0, '\0\0\x01\xBA'],
  ['font/woff', 0, 'wOFF'],
  ['font/woff2', 0, 'wOF2'],
  ['font/otf', 0, 'OTTO'],
  ['font/ttf', 0, '\0\x01\0\0\0'],
  ['font/ttf', 0, 'true'],
  ['font/collection', 0, 'ttcf'],
  ['application/zip', 0, 'PK\x03\x04'],
  ['application/zip', 0, 'PK\x05\x06'],
  ['application/gzip', 0, '\x1F\x8B'],
  ['application/x-tar', 257, 'ustar'],
  ['application/x-7z-compressed', 0, '7z\xBC\xAF\x27\x1C'],
  ['application/vnd.rar', 0, 'Rar!\x1A\x07'],
  ['application/x-xz', 0, '\xFD7zXZ\0'],
  ['application/zstd', 0, '\x28\xB5\x2F\xFD'],
  ['application/x-bzip2', 0, 'BZh'],
  ['application/vnd.sqlite3', 0, 'SQLite format 3\0'],
  ['application/wasm', 0, '\0asm'],
  ['application/x-elf', 0, '\x7FELF'],
];

/** The header of a PDF may stand after other bytes. */
const PDF_WITHIN = 1_024;

/** The type that the first bytes tell; `null` = they tell none. */
export function detectType(head: Uint8Array): string | null {
  const text = String.fromCharCode(...head.subarray(0, PDF_WITHIN));
  const found = MAGIC.find(([, at, bytes]) => text.startsWith(bytes, at));
  if (found !== undefined) return found[0];
  return text.includes('%PDF-') ? 'application/pdf' : null;
}

/** Names for one type, by the name that is used here. */
const SAME: Readonly<Record<string, string>> = {
  'application/font-sfnt': 'font/ttf',
  'application/font-woff': 'font/woff',
  'application/font-woff2': 'font/woff2',
  'application/ogg': 'audio/ogg',
  'application/x-font-otf': 'font/otf',
  'application/x-font-ttf': 'font/ttf',
  'application/x-gzip': 'application/gzip',
  'application/x-pdf': 'application/pdf',
  'application/x-zip-compressed': 'application/zip',
  'audio/mp3': 'audio/mpeg',
  'audio/vnd.wave': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/x-flac': 'audio/flac',
  'audio/x-m4a': 'audio/mp4',
  'audio/x-wav': 'audio/wav',
  'font/sfnt': 'font/ttf',
  'image/jpg': 'image/jpeg',
  'image/x-icon': 'image/vnd.microsoft.icon',
  'video/m4v': 'video/mp4',
  'video/ogg': 'audio/ogg',
  'video/x-m4v': 'video/mp4',
  'video/x-matroska': 'video/webm',
  'audio/webm': 'video/webm',
};

/** Formats of their own that stand in a zip archive. */
const ZIPPED =
  /(?:\+zip|^application\/(?:java-archive|vnd\.openxmlformats|vnd\.oasis|vnd\.android|x-xpinstall))/;

const canonical = (type: string): string => (Object.hasOwn(SAME, type) ? (SAME[type] ?? type) : type);

/** Whether bytes of one type may be declared as another. */
export function agrees(declared: string, detected: string): boolean {
  if (canonical(declared) === canonical(detected)) return true;
  return detected === 'application/zip' && ZIPPED.test(declared);
}
