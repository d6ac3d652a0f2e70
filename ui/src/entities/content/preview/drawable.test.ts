import { expect, test, vi } from 'vitest';
import { isDrawable } from './drawable';

const numbered = (count: number, of: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => of(at)).join('');

const cases: [what: string, html: string, drawable: boolean][] = [
  ['nothing', '', true],
  ['much that is simple', `<style>${'p{color:red}'.repeat(1_000)}</style>${'<p>a</p>'.repeat(5_000)}`, true],
  ['many elements without an end', '<p>a<br>b<img src=x>'.repeat(1_000), true],
  ['many elements whose end is left out', `<ul>${'<li>a'.repeat(500)}</ul>`, true],
  ['a table without ends', `<table>${'<tr><td>a<td>b'.repeat(500)}</table>`, true],
  ['a drawing of many shapes', `<svg>${'<path d="M0 0"/>'.repeat(500)}</svg>`, true],
  ['comments that name elements', '<!-- <div> -->'.repeat(200), true],
  ['a script that compares', `<script>${'if(a<b)c<d;'.repeat(200)}</script>`, true],
  ['attributes that name elements', '<i title="<div>">a</i>'.repeat(200), true],
  ['a sentence that compares', 'a < b and b > c, '.repeat(20_000), true],
  ['too many elements', '<i>a</i>'.repeat(10_001), false],
  ['too many ends', '</i>'.repeat(10_001), false],
  ['elements too deep in each other', '<div>'.repeat(200), false],
  ['depth between ends of nothing', '<div></b>'.repeat(200), false],
  ['depth that ends in other elements', '<b><div></b>'.repeat(200), false],
  ['depth that ends in comments', '<div><!-- </div> -->'.repeat(200), false],
  ['depth that ends in attributes', '<div><br title="</div>">'.repeat(200), false],
  ['depth in what only looks like an attribute', `<br =">${'<div>'.repeat(200)}<br =">`, false],
  ['depth after a comment that has ended', `<!-->${'<div>'.repeat(200)}-->`, false],
  ['depth after text that looks like a script', `<!<script>${'<div>'.repeat(200)}`, false],
  ['depth of elements that end only in drawings', '<div/>'.repeat(200), false],
  [
    'too much of style attributes',
    numbered(9_000, (at) => `<p style="left:${at}.${'0'.repeat(30)}px">`),
    false,
  ],
  ['a style attribute in capitals', `<p\nSTYLE = '${'a'.repeat(300_000)}'>`, false],
  ['too long a style sheet', `<style>${'p{color:red}'.repeat(30_000)}</style>`, false],
  ['a style sheet without an end', `<STYLE media=all>${'p{color:red}'.repeat(30_000)}`, false],
  [
    'many rules for many elements',
    `<style>${'*{}'.repeat(20_000)}</style>${'<i>a</i>'.repeat(5_000)}`,
    false,
  ],
];

test.each(cases)('%s', (_what, html, drawable) => {
  expect(isDrawable(html)).toBe(drawable);
});

test('a page is not made here, where a few tags may stand for millions of elements', () => {
  const made = vi.spyOn(DOMParser.prototype, 'parseFromString');
  isDrawable(`<p>${numbered(3_000, (at) => `<b a=${at}>`)}x${'<p>x'.repeat(3_000)}`);
  expect(made).not.toHaveBeenCalled();
});
