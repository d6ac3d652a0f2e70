import { expect, test } from 'vitest';
import { typeByName } from './typeByName';

test.each([
  ['file:///a/Report.PDF', 'application/pdf'],
  ['demo://data/tides.csv?x=1#y', 'text/csv'],
  ['docs://readme.md', 'text/markdown'],
  ['file:///src/main.rs', 'text/x-rust'],
  ['file:///src/app.mjs', 'text/x-javascript'],
  ['file:///film.MKV', 'video/x-matroska'],
  ['file:///a/archive.tar.gz', 'application/gzip'],
  ['https://docs.rs', null],
  ['https://example.zip/?q=a.pdf', null],
  ['https://example.org/a.woff2', 'font/woff2'],
  ['demo://letters/c', null],
  ['demo://data/json', null],
  ['demo://things/constructor.constructor', null],
  ['demo://v1.2/thing', null],
  ['demo://thing.', null],
  ['', null],
])('%s is named as %s', (uri, type) => expect(typeByName(uri)).toBe(type));
