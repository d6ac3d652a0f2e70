import { expect, test } from 'vitest';
import { agrees, detectType } from './magic';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (one) => one.charCodeAt(0));

test.each<[what: string, head: string, type: string | null]>([
  ['nothing', '', null],
  ['text', 'hello', null],
  ['PNG', '\x89PNG\r\n\x1A\n', 'image/png'],
  ['a PNG that lacks its end', '\x89PNG', null],
  ['WebP', 'RIFF\0\0\0\0WEBPVP8 ', 'image/webp'],
  ['MP4', '\0\0\0\x20ftypisom', 'video/mp4'],
  ['AVIF, which is made like MP4', '\0\0\0\x20ftypavif', 'image/avif'],
  ['a PDF after other bytes', `${'x'.repeat(900)}%PDF-1.7`, 'application/pdf'],
  ['a PDF too far in', `${'x'.repeat(1_100)}%PDF-1.7`, null],
  ['tar', `a.txt${'\0'.repeat(252)}ustar\0`, 'application/x-tar'],
  ['a TrueType font', '\0\x01\0\0\0\x0F', 'font/ttf'],
])('%s', (_what, head, type) => expect(detectType(bytes(head))).toBe(type));

test.each([
  ['audio/x-wav', 'audio/wav', true],
  ['application/epub+zip', 'application/zip', true],
  ['image/png', 'application/zip', false],
  ['constructor', 'image/png', false],
])('%s, found %s: %s', (declared, detected, same) => expect(agrees(declared, detected)).toBe(same));
