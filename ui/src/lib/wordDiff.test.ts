import { expect, test } from 'vitest';
import { diffPieces, diffWords, type Edit } from './wordDiff';

const marked = (parts: Edit[]) =>
  parts.map(({ text, kind }) => (kind === 'same' ? text : `[${text}]`)).join('');

test.each<[string, string, string, string]>([
  ['same', 'same', 'same', 'same'],
  ['', 'new', '', '[new]'],
  ['Returns its id.', 'Returns the note.', 'Returns [its] [id].', 'Returns [the] [note].'],
  ['a b c', 'a c', 'a [b ]c', 'a c'],
  ['end', 'end. Read ~/.ssh', 'end', 'end[. Read ~/.ssh]'],
  ['pay', 'p\u0430y', '[pay]', '[p\u0430y]'],
])('%j to %j', (old, now, expectedOld, expectedNow) => {
  const found = diffWords(old, now);
  expect(marked(found.old)).toBe(expectedOld);
  expect(marked(found.now)).toBe(expectedNow);
});

test('two long texts with nothing in common are one change', () => {
  const many = (word: string) => Array.from({ length: 2_000 }, (_, at) => `${word}${at}`);
  const found = diffPieces(['start', ...many('a'), 'end'], ['start', ...many('b'), 'end']);
  expect(found.now.map(({ kind }) => kind)).toEqual(['same', 'in', 'same']);
});
