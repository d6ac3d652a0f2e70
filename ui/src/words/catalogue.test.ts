import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { createTranslator } from 'use-intl/core';
import { describe, expect, it } from 'vitest';
import { catalogueOf, type Catalogue } from './catalogue';
import cases from './icu-cases.json';
import { pseudo } from './pseudo';

/** All texts: those of the page, and those that only Rust reads, which are no part of the page. */
const en = catalogueOf(import.meta.glob<Catalogue>('./en/*.json', { eager: true, import: 'default' }));
const de = catalogueOf(import.meta.glob<Catalogue>('./de/*.json', { eager: true, import: 'default' }));

/** The texts of a catalogue by their keys. */
function texts(section: Catalogue, prefix = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(section)) {
    if (typeof value === 'string') found.set(prefix + key, value);
    else for (const [inner, text] of texts(value, `${prefix}${key}.`)) found.set(inner, text);
  }
  return found;
}

/** The parameters and tags of a message. */
function parameters(elements: MessageFormatElement[]): string[] {
  const names = elements.flatMap((element): string[] => {
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        return [];
      case TYPE.plural:
      case TYPE.select:
        return [element.value, ...Object.values(element.options).flatMap(({ value }) => parameters(value))];
      case TYPE.tag:
        return [`<${element.value}>`, ...parameters(element.children)];
      default:
        return [element.value];
    }
  });
  return [...new Set(names)].toSorted();
}

const byKey = (catalogue: Catalogue) =>
  [...texts(catalogue)].map(([key, text]) => ({ key, parameters: parameters(parse(text)) }));

describe('catalogues', () => {
  it.each([
    ['German', de],
    ['pseudo-locale', pseudo(en)],
  ])('%s has the keys and the parameters of English', (_, catalogue) => {
    const order = (list: ReturnType<typeof byKey>) => list.toSorted((a, b) => a.key.localeCompare(b.key));
    expect(order(byKey(catalogue)), 'a text without its counterpart, or with other parameters').toEqual(
      order(byKey(en)),
    );
  });

  it.each([
    ['English', en],
    ['German', de],
  ])('%s: titles have at most eight words, help is one sentence, no text begins with It', (_, catalogue) => {
    const plain = (text: string) => text.replaceAll(/<[^>]*>/g, '').replaceAll(/\{[^{}]*\}/g, '…');
    const faults = [...texts(catalogue)].flatMap(([key, text]) => {
      const name = key.split('.').findLast((part) => /[a-z]/.test(part)) ?? '';
      const isTitle = /(^|\.)(title|heading)(\.|$)/.test(key);
      if (isTitle && plain(text).split(/\s+/).length > 8) return [`${key}, a title: ${text}`];
      if (/help$/i.test(name) && /[.!?] \S/.test(plain(text))) return [`${key}, a help: ${text}`];
      return /^It\b/.test(text) ? [`${key} begins with It: ${text}`] : [];
    });
    expect(faults).toEqual([]);
  });
});

/** `crates/usher-messages` reads the same cases. */
describe('ICU messages', () => {
  it.each(cases.written)('$text', ({ text, values, is }) => {
    const translate = createTranslator({ locale: 'en', messages: { text } });
    const drawn = (chunks: string) => chunks;
    expect(translate.markup('text', { ...values, b: drawn, i: drawn })).toBe(is);
  });

  it.each(cases.refused)('%s is refused', (text) => {
    expect(() => parse(text)).toThrow();
  });
});
