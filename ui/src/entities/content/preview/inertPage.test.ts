import { expect, test } from 'vitest';
import { inertPage } from './inertPage';

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
];

const FORBIDDEN = 'script, link, base, object, embed, iframe, frame, template, noscript, [onerror], [onload]';

test.each(HOSTILE)('%s', (html) => {
  const page = new DOMParser().parseFromString(inertPage(html, 'n'), 'text/html');
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
  const page = new DOMParser().parseFromString(inertPage(html, 'abc'), 'text/html');
  expect(page.head.firstElementChild?.getAttribute('content')).toMatch(/^default-src 'none';/);
  const styles = [...page.querySelectorAll('style')];
  expect(styles.map((style) => style.getAttribute('nonce'))).toEqual(['abc', 'abc']);
  expect(styles.at(-1)?.textContent).toContain('[data-style="0"]{color: blue}');
  expect(page.querySelector('p')?.hasAttribute('style')).toBe(false);
});

test('pictures in the text itself stay', () => {
  expect(inertPage('<img src="data:image/png;base64,AA">', '')).toContain('src="data:image/png;base64,AA"');
});
