import { describe, expect, it } from 'vitest';
import { base64OfBytes, bytesOfBase64, hexRow, textsIn } from './hex';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (one) => one.charCodeAt(0));

describe('hexRow', () => {
  it('shows offset, bytes and text', () => {
    const dump = bytes('%PDF-1.7\n%\u0001~ abcd');
    expect(
      [0, 16].map((at) => hexRow(dump, at)).map((row) => [row.offset, row.hex.trimEnd(), row.text]),
    ).toEqual([
      ['00000000', '25 50 44 46 2d 31 2e 37  0a 25 01 7e 20 61 62 63', '%PDF-1.7·%·~ abc'],
      ['00000010', '64', 'd'],
    ]);
  });
  it('keeps every row as wide as a full one, so that the text column lines up', () => {
    expect([0, 16].map((at) => hexRow(new Uint8Array(17), at).hex.length)).toEqual([49, 49]);
  });
});

describe('bytesOfBase64', () => {
  it('reads bytes', () => expect([...bytesOfBase64('AAH/')]).toEqual([0, 1, 255]));
  it('gives nothing for what is no base64', () => expect([...bytesOfBase64('no base64!')]).toEqual([]));
});

describe('base64OfBytes', () => {
  it('writes what bytesOfBase64 reads, however long', () => {
    const long = Uint8Array.from({ length: 100_000 }, (_, at) => at % 251);
    expect(bytesOfBase64(base64OfBytes(long))).toEqual(long);
  });
});

describe('textsIn', () => {
  it('finds runs of at least four characters within the range', () =>
    expect(textsIn(bytes('abcd\0abc\0\tlong enough\u0080rest of it'), 2, 25)).toEqual([
      { at: 9, text: '\tlong enough' },
    ]));
  it('finds a run that ends with the bytes', () =>
    expect(textsIn(bytes('\0abcd'), 0, 5)).toEqual([{ at: 1, text: 'abcd' }]));
});
