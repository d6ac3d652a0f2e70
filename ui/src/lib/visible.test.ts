import { expect, test } from 'vitest';
import deceptions from './deceptions.json';
import { visibleParts, visibleString } from './visible';

test.each<[string, string, string]>([
  ['plain text stays', 'Read me\n\tindented', 'Read me\n\tindented'],
  ['a direction override is shown', 'ok\u202Egpj.exe', 'ok[U+202E]gpj.exe'],
  ['isolates are shown', '\u2066a\u2069', '[U+2066]a[U+2069]'],
  ['zero-width characters are shown', 'a\u200Bb\uFEFF', 'a[U+200B]b[U+FEFF]'],
  ['controls are shown', '\u001b[31mred\u0007', '[U+001B][31mred[U+0007]'],
  ['tag characters are shown', 'x\u{E0041}', 'x[U+E0041]'],
  ['a carriage return alone is shown', 'ok\r; delete\r\r\n\r', 'ok[U+000D]; delete[U+000D]\r\n[U+000D]'],
  ['letters of all scripts stay', 'Ünïcödé 漢字 עברית', 'Ünïcödé 漢字 עברית'],
  ['a joiner inside an emoji hides nothing', '👩‍👩‍👧', '👩‍👩‍👧'],
  ['a joiner between letters is shown', 'a\u200Db', 'a[U+200D]b'],
])('%s', (_, text, expected) => {
  expect(visibleString(text)).toBe(expected);
});

// The core's tests read the same table.
test.each(deceptions)('$name', ({ text, hidden }) => {
  const found = visibleParts(text).flatMap((part) => (part.kind === 'hidden' ? [part.codePoint] : []));
  expect(found).toEqual(hidden);
});
