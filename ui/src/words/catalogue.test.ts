import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';
import { de } from './de';
import { en } from './en';
import { pseudo } from './pseudo';

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
  ])('%s.json is up to date', async (name, catalogue) => {
    await expect(
      `${JSON.stringify(catalogue, null, 1)}\n`,
      'run `npx vitest run -u src/words` to write it again',
    ).toMatchFileSnapshot(`generated/${name}.json`);
  });
});
