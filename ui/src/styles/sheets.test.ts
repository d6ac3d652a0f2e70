import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const SRC = join(import.meta.dirname, '..');

/** Sheets that are not modules: the tokens, the reset, and Mantine's own. */
const GLOBAL = ['styles/base.css', 'styles/mantine.css', 'styles/tokens.css'];

const sheets = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.css'));

/** Each declaration outside of the tokens, with its sheet. */
const declarations = sheets
  .filter((name) => name !== 'styles/tokens.css')
  .flatMap((name) => {
    const text = readFileSync(join(SRC, name), 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
    return [...text.matchAll(/([\w-]+)\s*:\s*([^;{}]+);/g)].map(([, property = '', value = '']) => ({
      name,
      property,
      value: value.replaceAll(/\s+/g, ' '),
    }));
  });

const found = (property: RegExp, value: RegExp): string[] =>
  declarations
    .filter((each) => property.test(each.property) && value.test(each.value))
    .map((each) => `${each.name}: ${each.property}: ${each.value}`);

const RULES: [what: string, property: RegExp, value: RegExp][] = [
  ['spaces are tokens', /^(margin|padding)|gap$/, /\dpx|\drem/],
  ['text has sizes of the tokens', /^font(-size)?$/, /\dpx/],
  ['lines grow with the text', /^line-height$/, /\dpx/],
  ['corners are tokens', /radius$/, /\dpx/],
  ['colours are tokens', /./, /#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/i],
  ['durations are tokens', /^transition/, /\dm?s\b/],
];

describe('style sheets', () => {
  test.each(RULES)('%s', (_what, property, value) => {
    expect(found(property, value), 'only tokens.css writes them down').toEqual([]);
  });

  test('those that are not modules select no class', () => {
    const selecting = GLOBAL.filter((name) => {
      const text = readFileSync(join(SRC, name), 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
      return /(^|[\s,>+~(])[\w\]]*\.[a-z][\w-]*[^;{}]*\{/m.test(text);
    });
    expect(selecting, 'a class of a module has another name in the page').toEqual([]);
  });

  test('none selects inner classes of Mantine', () => {
    const selecting = sheets.filter((name) => /\.mantine-\w/.test(readFileSync(join(SRC, name), 'utf8')));
    expect(selecting, 'the theme gives its components classes of our own').toEqual([]);
  });

  test('all but these are modules', () => {
    const global = sheets.filter((name) => !name.endsWith('.module.css')).toSorted();
    expect(global, 'a class belongs to one sheet').toEqual(GLOBAL);
  });
});

test('containers are measured in rem: WebKit compares px with their width as it is zoomed', () => {
  const inPixels = sheets.flatMap((name) =>
    [...readFileSync(join(SRC, name), 'utf8').matchAll(/@container[^{]*\dpx[^{]*/g)].map(
      ([query]) => `${name}: ${query.trim()}`,
    ),
  );
  expect(inPixels).toEqual([]);
});

test('no code selects by a class of a module, whose name differs in the built page', () => {
  const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !name.includes('.test.'),
  );
  const selecting = sources.filter((name) =>
    /(?:closest|matches|querySelector(?:All)?)(?:<\w+>)?\(\s*['"`](?:[^'"`]*[\s,>\]])?\.(?!cm-|mantine-)[a-z]/.test(
      readFileSync(join(SRC, name), 'utf8'),
    ),
  );
  expect(selecting, 'by data-pane, data-part or role instead').toEqual([]);
});
