import { expect, test, vi } from 'vitest';
import { inertPage } from './inertPage';

const read = (html: string): Document => new DOMParser().parseFromString(html, 'text/html');

/** What is made of a page that can be drawn. */
function made(html: string, nonce = ''): string {
  const page = inertPage(html, nonce);
  if (page.kind !== 'page') throw new Error(page.kind);
  return page.html;
}

const ELSEWHERE = 'https://evil.example/';

/** Each tries to run something, to fetch something or to lead elsewhere. */
const HOSTILE = [
  `<script src="${ELSEWHERE}"></script><script>fetch("${ELSEWHERE}")</script>`,
  `<img src="${ELSEWHERE}" onerror="alert(1)"><img srcset="${ELSEWHERE} 2x">`,
  `<link rel="stylesheet" href="${ELSEWHERE}"><link rel="dns-prefetch" href="${ELSEWHERE}">`,
  `<meta http-equiv="refresh" content="0;url=${ELSEWHERE}"><base href="${ELSEWHERE}">`,
  `<a href="${ELSEWHERE}" ping="${ELSEWHERE}" target="_top">x</a><area href="${ELSEWHERE}">`,
  `<form action="${ELSEWHERE}"><button formaction="${ELSEWHERE}">x</button></form>`,
  `<iframe src="${ELSEWHERE}" srcdoc="<script>1</script>"></iframe><object data="${ELSEWHERE}"></object><embed src="${ELSEWHERE}">`,
  `<svg><image href="${ELSEWHERE}"/><use xlink:href="${ELSEWHERE}"/><animate attributeName="href" to="${ELSEWHERE}"/></svg>`,
  `<video poster="${ELSEWHERE}" src="${ELSEWHERE}"></video><body background="${ELSEWHERE}" onload="alert(1)">`,
  `<math><mtext><table><mglyph><style><img src="${ELSEWHERE}" onerror="alert(1)">`,
  `<template><img src="${ELSEWHERE}"></template><noscript><img src="${ELSEWHERE}"></noscript>`,
  `<p style="x:</style><script>alert(1)</script>">x</p>`,
  `<IMG SRC="JaVaScRiPt:alert(1)"><a hReF="javascript:alert(1)">x</a>`,
  `<link rel="preconnect" href="${ELSEWHERE}"><link rel="modulepreload" href="${ELSEWHERE}">`,
  `<form><math><mtext></form><form><mglyph><style></math><link rel="preconnect" href="${ELSEWHERE}">`,
  `<svg></p><style><a id="</style><link rel=preconnect href=${ELSEWHERE}>">`,
];

const FORBIDDEN =
  'script, link, base, object, embed, iframe, frame, template, noscript, svg, math, form form, [onerror], [onload]';

test.each(HOSTILE)('%s', (html) => {
  const page = read(made(html, 'n'));
  expect([...page.querySelectorAll(FORBIDDEN)].map(({ outerHTML }) => outerHTML)).toEqual([]);
  const addresses = [...page.querySelectorAll('*')].flatMap((element) =>
    [...element.attributes]
      .filter(({ name, value }) => name !== 'title' && /evil|script:/i.test(value))
      .map(({ name }) => name),
  );
  expect(addresses, 'no attribute names an address').toEqual([]);
  expect(page.querySelectorAll('meta').length, 'the only policy is ours').toBe(1);
});

test('its policy comes first, styles carry the nonce, and style attributes become rules', () => {
  const html = '<head><title>t</title><style>p{color:red}</style></head><p style="color: blue">x</p>';
  const page = read(made(html, 'abc'));
  expect(page.head.firstElementChild?.getAttribute('content')).toMatch(/^default-src 'none';/);
  const styles = [...page.querySelectorAll('style')];
  expect(styles.map((style) => style.getAttribute('nonce'))).toEqual(['abc', 'abc', 'abc']);
  expect(styles.at(-1)?.textContent).toContain('.usher-style-0{color: blue}');
  const text = page.querySelector('p');
  expect([text?.hasAttribute('style'), text?.className]).toEqual([false, 'usher-style-0']);
});

test('pictures in the text itself stay', () => {
  expect(made('<img src="data:image/png;base64,AA">')).toContain('src="data:image/png;base64,AA"');
});

test('equal style attributes are one rule, and none can hold several', () => {
  const page = read(
    made('<p style="color:red">a</p><p style="color:red">b</p><p style="}*{color:red">c</p>'),
  );
  expect([...page.querySelectorAll('p')].map((each) => each.className)).toEqual([
    'usher-style-0',
    'usher-style-0',
    '',
  ]);
  expect([...page.querySelectorAll('style')].at(-1)?.textContent.match(/red/g)).toHaveLength(1);
});

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
  expect(inertPage(html, '')).toEqual({ kind: 'tooComplex' });
});

test('what is another page when it is read again is not drawn', () => {
  const again = '<meta><link rel="preconnect" href="https://evil.example/">';
  const [first, second] = [read('<p>a</p>'), read(again)];
  const texts = vi.spyOn(DOMParser.prototype, 'parseFromString');
  texts.mockReturnValueOnce(first).mockReturnValueOnce(second);
  expect(inertPage('<p>a</p>', '')).toEqual({ kind: 'unstable' });
  texts.mockRestore();
});

test('no rule of a page takes memory for filters, which a layer forbids before all others', () => {
  const page = read(made('<style>p{filter:blur(9px)!important}</style><p>a</p>'));
  expect(page.querySelector('style')?.textContent).toMatch(/^@layer calm\{.*filter:none!important/);
});
