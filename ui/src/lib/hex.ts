/** Sixteen bytes as a hex dump shows them. */
export type HexRow = { readonly offset: string; readonly hex: string; readonly text: string };

/** Bytes in a row of a hex dump. */
export const ROW_BYTES = 16;

/** One row of a hex dump: offset, two groups of eight, and the ASCII beside them. */
export function hexRow(bytes: Uint8Array, at: number): HexRow {
  const row = bytes.subarray(at, at + ROW_BYTES);
  return {
    offset: hexOffset(at),
    hex: [hexGroup(row.subarray(0, 8)), hexGroup(row.subarray(8))].join('  ').padEnd(49).slice(0, 49),
    text: Array.from(row, printable).join(''),
  };
}

/** A place in bytes, in hex. */
export const hexOffset = (at: number): string => at.toString(16).padStart(8, '0');

/** Bytes of standard base64; text that is no base64 gives no bytes. */
export function bytesOfBase64(base64: string): Uint8Array<ArrayBuffer> {
  let binary: string;
  try {
    binary = atob(base64);
  } catch {
    return new Uint8Array();
  }
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** So many bytes are written as characters at once: a call takes no more arguments. */
const CHUNK_BYTES = 32_768;

/** Standard base64 of bytes. */
export function base64OfBytes(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES));
  return btoa(binary);
}

/** Printable text in bytes. */
export interface FoundText {
  at: number;
  text: string;
}

/** Shorter runs of printable bytes are rarely text. */
const TEXT_MIN = 4;

/** The runs of printable ASCII between two places. */
export function textsIn(bytes: Uint8Array, from: number, to: number): FoundText[] {
  const found: FoundText[] = [];
  let begin = from;
  for (let at = from; at <= to; at += 1) {
    const byte = at < to ? (bytes[at] ?? 0) : 0;
    if (byte === 9 || (byte >= 0x20 && byte < 0x7f)) continue;
    if (at - begin >= TEXT_MIN)
      found.push({ at: begin, text: String.fromCharCode(...bytes.subarray(begin, at)) });
    begin = at + 1;
  }
  return found;
}

function hexGroup(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
}

function printable(byte: number): string {
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·';
}
