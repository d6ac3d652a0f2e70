import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LEVELS } from '../lib/levels';
import { draw, routePaths, shown } from '../test/drawPage';
import { PAGES } from '../test/pages';
import { en } from './en';
import { applyLanguage } from './languages';
import { pseudoText } from './pseudo';
import { t } from './translate';

/** Names and identifiers that are the same in every language. */
const NAMES = [
  'Usher',
  'Anthropic',
  'OpenAI',
  'Gemini',
  'Ollama',
  'Ctrl',
  'sha256',
  'stdio',
  'true',
  'false',
  'Markdown',
  'JSON',
  'PNG',
  'CSV',
  'SVG',
  'WAV',
];

/** What the locale of the pseudo-locale writes in dates and lists. */
const BY_LOCALE = ['and', 'or'];
const MONTHS = ['short', 'long'].flatMap((month) =>
  Array.from({ length: 12 }, (_, at) =>
    new Date(2026, at, 1).toLocaleDateString('en', { month: month as 'short' | 'long' }),
  ),
);

/** All strings in a value, and the names of its properties. */
function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(Array.isArray(value) ? [] : [name]),
    ...strings(inner),
  ]);
}

/** All texts of a part of the catalogue. */
const leaves = (value: object | string): string[] =>
  typeof value === 'string' ? [value] : Object.values(value).flatMap(leaves);

/** What a person reads or hears on the page, without the names of keys. */
function texts(): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.parentElement?.closest('style, script, kbd') == null) found.push(node.textContent ?? '');
  }
  for (const attribute of ['aria-label', 'aria-valuetext', 'title', 'placeholder', 'alt'])
    for (const element of document.body.querySelectorAll(`[${attribute}]`))
      found.push(element.getAttribute(attribute) ?? '');
  return [...new Set(found.map((text) => text.trim()))].filter((text) => text !== '');
}

const WORD = /[A-Za-z]{3,}/g;
const ENGLISH = new Set(leaves(en));

/** The texts that were not drawn through the catalogue: each has a word that is not altered, and not of the data. */
function literals(all: readonly string[], data: ReadonlySet<string>): string[] {
  const given = [...data];
  const names = [...new Set([...data, ...LEVELS, ...NAMES, ...MONTHS])]
    .filter((each) => each.length > 2)
    .toSorted((a, b) => b.length - a.length);
  return all.filter((text) => {
    const isData = ENGLISH.has(text) ? data.has(text) : given.some((each) => each.includes(text));
    if (isData) return false;
    const rest = names.reduce(
      (left, each) => left.replaceAll(each, ' '),
      text.replaceAll(/https?:\S+|\w+\[\d+\](?: › \w+)*/g, ' '),
    );
    return (rest.match(WORD) ?? []).some(
      (word) => !BY_LOCALE.includes(word) && !pseudoText(word).startsWith(word),
    );
  });
}

it('covers every route', () => {
  const paths = PAGES.map(({ startAt }) => startAt.split('?')[0]);
  expect(new Set(paths)).toEqual(new Set(routePaths()));
});

it.each(PAGES.filter(({ checked }) => checked))(
  '$startAt ($shows) draws every text through the catalogue',
  async (page) => {
    await applyLanguage('en-XA');
    const { client, answers } = await draw(page, 'en-XA');
    await waitFor(() => {
      expect(texts().join('\n')).toContain(shown(page));
      expect(client.isFetching()).toBe(0);
    });
    const data = new Set(strings(answers));
    expect(literals(texts(), data), 'texts that are not in the catalogue').toEqual([]);
    expect(screen.queryByText(t('app.crashed.title')), 'the page is drawn whole').toBeNull();
  },
);
