import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const SRC = join(import.meta.dirname, '..');
const tokens = readFileSync(join(SRC, 'styles/tokens.css'), 'utf8');

type Colors = ReadonlyMap<string, string>;

/** The colour tokens of a scheme: a rule that begins with its selector. */
function scheme(selector: string): Colors {
  const from = tokens.indexOf(`${selector} {`);
  const rule = tokens.slice(from, tokens.indexOf('}', from));
  return new Map(
    [...rule.matchAll(/--([\w-]+): (#[0-9a-f]{6,8});/g)].map(([, name = '', hex = '']) => [name, hex]),
  );
}

const SCHEMES: [string, Colors][] = [
  ['light', scheme("[data-mantine-color-scheme='light']")],
  ['dark', scheme("[data-mantine-color-scheme='dark']")],
];

type Rgb = readonly [number, number, number];

/** A colour over an opaque ground. */
function over(hex: string, ground: Rgb): Rgb {
  const part = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16);
  const alpha = hex.length === 9 ? part(7) / 255 : 1;
  const mix = (at: number, below: number): number => part(at) * alpha + below * (1 - alpha);
  return [mix(1, ground[0]), mix(3, ground[1]), mix(5, ground[2])];
}

/** Relative luminance, WCAG 2.2. */
function luminance(color: Rgb): number {
  const [r, g, b] = color.map((each) => {
    const share = each / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
}

/** The contrast of a token on grounds laid over each other, the lowest first. */
function contrast(colors: Colors, front: string, grounds: readonly string[]): number {
  const hex = (name: string): string => {
    const found = colors.get(name);
    if (found === undefined) throw new Error(`no colour --${name}`);
    return found;
  };
  const ground = grounds.reduce<Rgb>((below, name) => over(hex(name), below), [255, 255, 255]);
  const [light = 0, dark = 0] = [luminance(ground), luminance(over(hex(front), ground))].toSorted(
    (a, b) => b - a,
  );
  return (light + 0.05) / (dark + 0.05);
}

const SURFACES = ['bg', 'bg-list', 'bg-rail', 'bg-raised', 'bg-sunken', 'server-bg', 'host-bg'];
const TINTS = ['accent-tint', 'ok-tint', 'lamp-tint', 'danger-tint'];

/** Texts that stand on surfaces and tints without a rule that says so. */
const STANDING: [front: string, grounds: string[]][] = [
  ...['text', 'text-2', 'text-3'].flatMap((front) =>
    [...SURFACES, ...TINTS].map((ground): [string, string[]] => [front, [ground]]),
  ),
  ...['accent', 'ok', 'lamp', 'danger'].flatMap((front) =>
    [...SURFACES, `${front}-tint`].map((ground): [string, string[]] => [front, [ground]]),
  ),
  // A row that is hovered or chosen steps its third text up to the second.
  ...['text', 'text-2', 'accent', 'danger', 'ok', 'lamp'].flatMap((front): [string, string[]][] => [
    [front, ['selected']],
    [front, ['bg-list', 'hover']],
  ]),
  ...['syn-key', 'syn-str', 'syn-num'].flatMap((front) =>
    ['bg', 'add-bg', 'add-word', 'del-bg', 'del-word'].map((ground): [string, string[]] => [front, [ground]]),
  ),
  ['text', ['add-bg']],
  ['text', ['add-word']],
  ['text', ['del-bg']],
  ['text', ['del-word']],
];

/** Marks and edges that say something without a text. */
const MARKS: [front: string, grounds: string[]][] = [
  ...['ok-dot', 'danger-fill', 'text-3', 'accent'].flatMap((front) =>
    ['bg', 'bg-list', 'selected'].map((ground): [string, string[]] => [front, [ground]]),
  ),
  // Edges of fields, boxes to check and switches; the ring of the focus.
  ...['line-strong', 'accent', 'danger-fill'].flatMap((front) =>
    ['bg', 'bg-list', 'bg-raised'].map((ground): [string, string[]] => [front, [ground]]),
  ),
  ['on-switch', ['line-strong']],
  ...['1', '2', '3', '4', '5', '6'].map((one): [string, string[]] => [`chart-${one}`, ['bg']]),
];

/** Text and ground where one rule of a sheet sets both. */
function inSheets(): [front: string, grounds: string[]][] {
  const sheets = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.css'),
  );
  const rules = sheets.flatMap((name) => readFileSync(join(SRC, name), 'utf8').match(/\{[^{}]*\}/g) ?? []);
  const found = new Map<string, [string, string[]]>();
  for (const rule of rules) {
    const front = /[\s{;]color:\s*var\(--([\w-]+)\)/.exec(rule)?.[1];
    const ground = /[\s{;]background(?:-color)?:\s*var\(--([\w-]+)\)/.exec(rule)?.[1];
    // What is laid over another ground is no ground of its own.
    const grounds = ground === 'hover' ? ['bg', ground] : [ground ?? ''];
    if (front !== undefined && ground !== undefined) found.set(`${front} ${ground}`, [front, grounds]);
  }
  return [...found.values()];
}

const failing = (colors: Colors, pairs: readonly [string, string[]][], least: number): string[] =>
  pairs.flatMap(([front, grounds]) => {
    const found = contrast(colors, front, grounds);
    return found >= least ? [] : [`${front} on ${grounds.join(' + ')}: ${found.toFixed(2)}`];
  });

describe.each(SCHEMES)('contrast, %s', (_, colors) => {
  test('texts', () => {
    expect(failing(colors, [...STANDING, ...inSheets()], 4.5), 'WCAG 1.4.3, AA').toEqual([]);
  });
  test('marks and edges', () => {
    expect(failing(colors, MARKS, 3), 'WCAG 1.4.11').toEqual([]);
  });
});
