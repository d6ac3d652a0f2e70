import { expect, test } from 'vitest';
import { isDrawable } from './drawable';

const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');

const emphasis = '*a_'.repeat(490);
const row = `|${emphasis}\n`;

const cases: [what: string, text: string, drawable: boolean][] = [
  ['nothing', '', true],
  ['a sentence', 'Reads *one* file, see [here](https://h).', true],
  ['a ruler', `a\n${'-'.repeat(120)}\nb`, true],
  ['a table', `| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(500)}`, true],
  ['lists in lists', lines(12, (at) => `${'  '.repeat(at)}- ${at}`), true],
  ['quotations in quotations', '> '.repeat(12), true],
  ['code that is indented far', `\`\`\`\n${' '.repeat(200)}x - y\n\`\`\``, true],
  ['numbers', '1234567890 '.repeat(1000), true],
  ['a table with much emphasis', `a\n\n| a | b |\n|---|:-:|\n${'| *1* | [2](3) |\n'.repeat(450)}`, true],
  ['a table with HTML in it', `|a|\n|-|\n${'|<b>_a_</b><br>b -> c|\n'.repeat(400)}`, true],
  ['a table after a comment', `<!-- a -->\n\n|a|\n|-|\n${'|_a_|\n'.repeat(600)}`, true],
  ['HTML with comments', '<!-- a -->\n<p class="a">b</p>\n'.repeat(300), true],
  ['a very long text', 'a '.repeat(110_000), false],
  ['endless quotations', '>'.repeat(5000), false],
  ['endless quotations with blanks', '> '.repeat(5000), false],
  ['endless lists', '- '.repeat(5000), false],
  ['endless numbered lists', '1. '.repeat(5000), false],
  ['lists indented without end', lines(200, (at) => `${'  '.repeat(at)}- a`), false],
  ['a run of stars', `${'*'.repeat(4500)}a${'*'.repeat(4500)}`, false],
  ['links that only begin', '[a]('.repeat(5000), false],
  ['backticks of all lengths', lines(150, (at) => '`'.repeat(at)), false],
  ['emphasis in emphasis', `${'*a '.repeat(600)}${'a* '.repeat(600)}`, false],
  ['pictures that only begin', '![a'.repeat(2000), false],
  ['mail addresses', 'a@b.'.repeat(5000), false],
  ['a table with one wide line', `${'|a'.repeat(400)}\n${'|-'.repeat(400)}\n${'|\n'.repeat(400)}`, false],
  ['a deep quotation that goes on', `${'>'.repeat(30)}a\n${'b\n'.repeat(1000)}`, false],
  ['instructions that only begin', ` x ${'<?aaaaaaaaaaaaaaaaaa'.repeat(9_900)}`, false],
  ['comments that only begin', `x ${`<!--${'a'.repeat(196)}`.repeat(900)}`, false],
  ['instructions that only begin, on lines of their own', `x ${'<?aaaaaaaaaaaaa\n'.repeat(2_900)}`, false],
  [
    'instructions that only begin, in paragraphs',
    `x ${'<?aaaaaaaaaaaaaaaaaa'.repeat(200)}\n\n`.repeat(11),
    false,
  ],
  ['bars without a table', row.repeat(10), false],
  ['a table of less cells than its head', `|a|b|\n|-|\n${row.repeat(9)}`, false],
  ['a table whose head is part of a list', `- a\n|a|\n|-|\n${row.repeat(9)}`, false],
  ['a table whose second line is not in the list', `- a\n\n  |a|\n|-|\n${row.repeat(9)}`, false],
  ['a table in a comment', `<!--\n\n|a|\n|-|\n|-->\n${row.repeat(9)}`, false],
  ['a table that has ended', `|a|\n|-|\n# a\n${row.repeat(9)}`, false],
  ['a table that has ended by another line end', `|a|\n|-|\n${`|b\r# a\r${emphasis}\n`.repeat(9)}`, false],
  ['lines that only look blank', `${emphasis}\n\u00A0\n`.repeat(9), false],
  ['more lines than a page', 'a\n\n'.repeat(5000), false],
  ['a table of nothing but lines', '|a|\n'.repeat(6000), false],
  ['a table whose lines end by a carriage return', '|a|\r'.repeat(6000), false],
];

test.each(cases)('%s', (_what, text, drawable) => {
  expect(isDrawable(text)).toBe(drawable);
});
