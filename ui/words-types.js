// @ts-check
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** @import { MessageFormatElement } from '@formatjs/icu-messageformat-parser' */
/** @import { Plugin } from 'vite' */

const HERE = path.dirname(fileURLToPath(import.meta.url));
const SOURCES = path.join(HERE, 'src', 'words', 'en');
const WRITTEN = path.join(HERE, 'src', 'words', 'generated', 'params.ts');

/** The areas that Rust alone reads. */
const NOT_OF_PAGE = ['desktop', 'terminal'];

/**
 * What each parameter and tag of a message takes, as TypeScript types.
 *
 * @param {MessageFormatElement[]} elements
 * @returns {[name: string, type: string][]}
 */
function types(elements) {
  return elements.flatMap((element) => {
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        return [];
      case TYPE.argument:
        return [[element.value, 'string | number']];
      case TYPE.select:
      case TYPE.plural:
        return [
          [element.value, element.type === TYPE.plural ? 'number' : 'string'],
          ...Object.values(element.options).flatMap(({ value }) => types(value)),
        ];
      case TYPE.tag:
        return [[element.value, 'Tag'], ...types(element.children)];
      default:
        return [[element.value, 'number']];
    }
  });
}

/**
 * A line of the interface `Params`: a key with what its text takes.
 *
 * @param {string} key
 * @param {string} text
 */
function typed(key, text) {
  // A parameter written twice takes what its last use does: a number that is also shown plainly stays a number.
  const taken = new Map(types(parse(text)).toSorted(([, a], [, b]) => b.length - a.length));
  const params = [...taken].toSorted(([a], [b]) => a.localeCompare(b));
  return `  '${key}': {${params.map(([name, type]) => ` ${name}: ${type};`).join('')} };`;
}

/**
 * The lines of all texts of a section.
 *
 * @param {object} section
 * @param {string} prefix
 * @returns {string[]}
 */
const lines = (section, prefix) =>
  Object.entries(section).flatMap(([name, text]) =>
    typeof text === 'string' ? [typed(prefix + name, text)] : lines(text, `${prefix}${name}.`),
  );

/** Writes what each English text takes, for the compiler; nothing where that is as it was. */
function writeTypes() {
  const areas = readdirSync(SOURCES)
    .map((file) => ({ file, area: file.split('.')[0] ?? '' }))
    .filter(({ area }) => !NOT_OF_PAGE.includes(area));
  const written = [
    '/** What each text takes; `Tag` draws what is between its tags. Written by `npm run types`. */',
    'export interface Params<Tag> {',
    ...areas.flatMap(({ file, area }) =>
      lines(JSON.parse(readFileSync(path.join(SOURCES, file), 'utf8')), `${area}.`),
    ),
    '}',
    '',
  ].join('\n');
  if (existsSync(WRITTEN) && readFileSync(WRITTEN, 'utf8') === written) return;
  mkdirSync(path.dirname(WRITTEN), { recursive: true });
  writeFileSync(WRITTEN, written);
}

/**
 * Writes the types of texts when Vite starts, and when a text changes.
 *
 * @returns {Plugin}
 */
export function wordsTypes() {
  return {
    name: 'words-types',
    buildStart: writeTypes,
    hotUpdate({ file }) {
      if (path.dirname(file) === SOURCES) writeTypes();
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeTypes();
