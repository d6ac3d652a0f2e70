import { describe, expect, it } from 'vitest';
import { diffLines } from './lineDiff';

describe('two texts line by line', () => {
  const written = (before: string, now: string): string[] =>
    diffLines(before, now).map((line) => {
      if (line.kind === 'gap') return `… ${line.lines}`;
      return `${{ same: ' ', out: '-', in: '+' }[line.kind]}${line.text}`;
    });
  const check = (name: string, before: string, now: string, expected: string[]): void =>
    it(name, () => expect(written(before, now)).toEqual(expected));

  check('what was taken out stands before what was put in', 'a\nb\nc', 'a\nx\nc', [' a', '-b', '+x', ' c']);
  check('lines are added at the end', 'a', 'a\nb', [' a', '+b']);
  check('lines are removed at the start', 'a\nb', 'b', ['-a', ' b']);
  check('a last line break is a line of its own', 'a\n', 'a', [' a', '-']);
  check('equal texts have no change', 'a\nb', 'a\nb', ['… 2']);
  check(
    'equal lines far from a change are left out',
    '1\n2\n3\n4\n5\n6\n7\n8\n9\na',
    '1\n2\n3\n4\n5\n6\n7\n8\n9\nb',
    ['… 6', ' 7', ' 8', ' 9', '-a', '+b'],
  );
});
