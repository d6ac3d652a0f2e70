import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
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

/** The keys that code of the page writes out, and those it puts together. */
function keysInCode(): { isWritten: (key: string) => boolean; isComposed: (key: string) => boolean } {
  const root = path.join(import.meta.dirname, '..');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
  );
  const written = new Set<string>();
  const composed = new Set<string>();
  for (const file of files) {
    const source = readFileSync(path.join(root, file), 'utf8');
    for (const [, key = ''] of source.matchAll(/['"`](\w+(?:\.\w+)+)['"`]/g)) written.add(key);
    for (const [, key = ''] of source.matchAll(/`(\w+\.[^`\s]*\$\{[^`]*)`/g))
      composed.add(key.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '\\w+'));
  }
  const patterns = [...composed]
    .filter((key) => /^[\w.\\+]+$/.test(key))
    .map((key) => new RegExp(`^${key}$`));
  return {
    isWritten: (key) => written.has(key),
    isComposed: (key) => patterns.some((pattern) => pattern.test(key)),
  };
}

describe('texts of the page', () => {
  const { isWritten, isComposed } = keysInCode();
  const german = texts(de);
  const ofPage = [...texts(en)].filter(([key]) => !/^(core|desktop|terminal)\./.test(key));

  it('are all drawn', () => {
    const unused = ofPage.filter(([key]) => !isWritten(key) && !isComposed(key));
    expect(unused, 'texts whose keys no code of the page has').toEqual([]);
  });

  it('do not repeat each other, unless they are of a kind that code chooses from', () => {
    const keys = new Map<string, string[]>();
    for (const [key, text] of ofPage.filter(([each]) => !isComposed(each))) {
      const both = JSON.stringify([text, german.get(key)]);
      keys.set(both, [...(keys.get(both) ?? []), key]);
    }
    const repeats = [...keys.values()].filter((same) => same.length > 1);
    expect(repeats, 'keys of one text, which becomes a text of `common`').toEqual([]);
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
    expect(() => parse(text), 'as Rust refuses it').toThrow(SyntaxError);
  });
});
