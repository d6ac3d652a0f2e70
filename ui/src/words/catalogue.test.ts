import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';
import { de as pageDe } from './de';
import { desktop as desktopDe } from './de/desktop';
import { terminal as terminalDe } from './de/terminal';
import { en as pageEn } from './en';
import { desktop } from './en/desktop';
import { terminal } from './en/terminal';
import { pseudo } from './pseudo';

/** All texts: those of the page, and those that only Rust reads, which are no part of the page. */
const en = { ...pageEn, desktop, terminal };
const de = { ...pageDe, desktop: desktopDe, terminal: terminalDe };

/** The texts of a catalogue by their keys. */
function texts(section: object, prefix = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(section)) {
    if (typeof value === 'string') found.set(prefix + key, value);
    else for (const [inner, text] of texts(value as object, `${prefix}${key}.`)) found.set(inner, text);
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

/** What each parameter and tag of a message takes, as TypeScript types. */
function types(elements: MessageFormatElement[]): [name: string, type: string][] {
  return elements.flatMap((element): [string, string][] => {
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        return [];
      case TYPE.argument:
        return [[element.value, 'string | number']];
      case TYPE.select:
        return [
          [element.value, 'string'],
          ...Object.values(element.options).flatMap(({ value }) => types(value)),
        ];
      case TYPE.plural:
        return [
          [element.value, 'number'],
          ...Object.values(element.options).flatMap(({ value }) => types(value)),
        ];
      case TYPE.tag:
        return [[element.value, 'Tag'], ...types(element.children)];
      default:
        return [[element.value, 'number']];
    }
  });
}

/** A line of the interface `Params`: a key with what its text takes. */
function typed([key, text]: [string, string]): string {
  // A parameter written twice takes what its last use does: a number that is also shown plainly stays a number.
  const taken = new Map(types(parse(text)).toSorted(([, a], [, b]) => b.length - a.length));
  const params = [...taken].toSorted(([a], [b]) => a.localeCompare(b));
  return `  '${key}': {${params.map(([name, type]) => ` ${name}: ${type};`).join('')} };`;
}

/** The sections that the core, the terminal program and the desktop use. */
const CORE = ['core', 'desktop', 'terminal'];

/** A text as Rust reads it: a string, or the syntax tree where it has parameters. */
function parsed(text: string): unknown {
  const elements = parse(text);
  const [first] = elements;
  return elements.length === 1 && first?.type === TYPE.literal ? first.value : elements;
}

const HINT = 'run `npx vitest run src/words -u` to write it again';

const byKey = (catalogue: object) =>
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

  it('the types of the parameters are up to date', async () => {
    const lines = [
      '/** What each text takes; `Tag` draws what is between its tags. Written by `npx vitest run src/words -u`. */',
      'export interface Params<Tag> {',
      ...[...texts(pageEn)].map(typed),
      '}',
      '',
    ];
    await expect(lines.join('\n'), HINT).toMatchFileSnapshot('generated/params.ts');
  });

  it.each([
    ['en', en],
    ['de', de],
  ])('the files that Rust reads are up to date: %s', async (name, catalogue) => {
    const all = [...texts(catalogue)].map(([key, text]) => [key, parsed(text)] as const);
    const ofCore = all.filter(([key]) => CORE.includes(key.split('.')[0] ?? ''));
    const line = ([key, text]: (typeof all)[number]) => ` ${JSON.stringify(key)}: ${JSON.stringify(text)}`;
    const json = (entries: typeof all) => `{\n${entries.map(line).join(',\n')}\n}\n`;
    await expect(json(all), HINT).toMatchFileSnapshot(`generated/${name}.json`);
    await expect(json(ofCore), HINT).toMatchFileSnapshot(`generated/core.${name}.json`);
  });
});
