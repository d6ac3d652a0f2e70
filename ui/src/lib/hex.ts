/** Sixteen bytes as a hex dump shows them. */
export type HexRow = { readonly offset: string; readonly hex: string; readonly text: string };

const ROW_BYTES = 16;

/** Lays bytes out as a hex dump: offset, two groups of eight, and the ASCII beside them. */
export function hexRows(bytes: Uint8Array): HexRow[] {
  const rows: HexRow[] = [];
  for (let at = 0; at < bytes.length; at += ROW_BYTES) {
    const row = bytes.subarray(at, at + ROW_BYTES);
    rows.push({
      offset: at.toString(16).padStart(8, '0'),
      hex: [hexGroup(row.subarray(0, 8)), hexGroup(row.subarray(8))].join('  ').padEnd(49).slice(0, 49),
      text: Array.from(row, printable).join(''),
    });
  }
  return rows;
}

/** Bytes of standard base64; text that is no base64 gives no bytes. */
export function bytesOfBase64(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

function hexGroup(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
}

function printable(byte: number): string {
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·';
}
