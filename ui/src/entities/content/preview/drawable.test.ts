import { expect, test } from 'vitest';
import { isDrawable } from './drawable';

test.each<[what: string, html: string]>([
  ['too many elements', '<i>a</i>'.repeat(10_000)],
  ['elements too deep in each other', '<div>'.repeat(200)],
  [
    'too much of style attributes',
    Array.from({ length: 20_000 }, (_, at) => `<p style="left:${at}px">`).join('</p>'),
  ],
  ['too long a style sheet', `<style>${'p{color:red}'.repeat(30_000)}</style>`],
  ['many rules for many elements', `<style>${'*{}'.repeat(20_000)}</style>${'<i>a</i>'.repeat(5_000)}`],
])('a page with %s is not drawn', (_what, html) => {
  expect(isDrawable(html)).toBe(false);
});

test('a page that is large and simple is drawn', () => {
  expect(isDrawable(`<style>${'p{color:red}'.repeat(1_000)}</style>${'<p>a</p>'.repeat(5_000)}`)).toBe(true);
});
