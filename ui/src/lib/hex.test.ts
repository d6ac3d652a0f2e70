import { describe, expect, it } from 'vitest';
import { bytesOfBase64, hexRows } from './hex';

describe('hexRows', () => {
  it('shows offset, bytes and text', () => {
    const bytes = new TextEncoder().encode('%PDF-1.7\n%\u0001~ abcd');
    expect(hexRows(bytes).map((row) => `${row.offset}|${row.hex.trimEnd()}|${row.text}`)).toEqual([
      '00000000|25 50 44 46 2d 31 2e 37  0a 25 01 7e 20 61 62 63|%PDF-1.7·%·~ abc',
      '00000010|64|d',
    ]);
  });
  it('keeps every row as wide as a full one, so that the text column lines up', () => {
    expect(hexRows(new Uint8Array(17)).map((row) => row.hex.length)).toEqual([49, 49]);
  });
});

describe('bytesOfBase64', () => {
  it('reads bytes', () => expect([...bytesOfBase64('AAH/')]).toEqual([0, 1, 255]));
  it('gives nothing for what is no base64', () => expect([...bytesOfBase64('no base64!')]).toEqual([]));
});
