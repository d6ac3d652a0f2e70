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

/** The sections that the core, the terminal program and the desktop use. */
const CORE = ['core', 'desktop', 'terminal'];

/** A text as Rust reads it: a string, or the syntax tree where it has parameters. */
function parsed(text: string): unknown {
  const elements = parse(text);
  const [first] = elements;
  return elements.length === 1 && first?.type === TYPE.literal ? first.value : elements;
}

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
    ['en', en],
    ['de', de],
  ])('the files that Rust reads are up to date: %s', async (name, catalogue) => {
    const hint = 'run `npx vitest run src/words -u` to write it again';
    const all = [...texts(catalogue)].map(([key, text]) => [key, parsed(text)] as const);
    const ofCore = all.filter(([key]) => CORE.includes(key.split('.')[0] ?? ''));
    const line = ([key, text]: (typeof all)[number]) => ` ${JSON.stringify(key)}: ${JSON.stringify(text)}`;
    const json = (entries: typeof all) => `{\n${entries.map(line).join(',\n')}\n}\n`;
    await expect(json(all), hint).toMatchFileSnapshot(`generated/${name}.json`);
    await expect(json(ofCore), hint).toMatchFileSnapshot(`generated/core.${name}.json`);
  });
});
