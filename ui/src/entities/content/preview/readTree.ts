import type * as Yaml from 'yaml';
import type { JsonValue } from '../../../lib/json';
import { readJson, type JsonReading } from '../../../lib/json';
import { t } from '../../../words/translate';

/** Formats that hold a tree of values. */
export type TreeFormat = 'json' | 'yaml' | 'toml';

/** References that one document may follow: a few lines that refer to each other stand for a million. */
const ALIASES = 100;

/** Digits of one whole number, as the pattern below has them: reading and writing more takes quadratic time. */
const DIGITS = 1_000;
const LONG_NUMBER = /(^|[=[,\s])[+-]?(?:0[xob][\da-f_]{1000}|[\d_]{1000})/i;

/** Reads a text of a format; a fault names its place, counted from 1. The parsers are loaded when they are needed. */
export async function readTree(format: TreeFormat, text: string): Promise<JsonReading> {
  switch (format) {
    case 'json':
      return readJson(text);
    case 'yaml':
      return readYaml(text);
    case 'toml':
      return readToml(text);
  }
}

async function readYaml(text: string): Promise<JsonReading> {
  const yaml = await import('yaml');
  const lineCounter = new yaml.LineCounter();
  const parsed = yaml.parseAllDocuments(text, { lineCounter, logLevel: 'silent', uniqueKeys: false });
  const documents = Array.isArray(parsed) ? parsed : [];
  const fault = documents.flatMap(({ errors }) => errors)[0];
  if (fault !== undefined) {
    const { line, col } = lineCounter.linePos(fault.pos[0]);
    return problem(firstLine(fault.message), line, col);
  }
  try {
    // The library's own check takes time with the square of the number of keys.
    const repeated = documents.map((each) => repeatedKey(yaml, each)).find((place) => place !== null);
    if (repeated !== undefined && repeated !== null) {
      const { line, col } = lineCounter.linePos(repeated);
      return problem('Map keys must be unique', line, col);
    }
    const values = documents.map((each) => jsonOf(each.toJS({ maxAliasCount: ALIASES })));
    return { kind: 'value', value: values.length === 1 ? (values[0] ?? null) : values };
  } catch (error) {
    return problem(firstLine(String(error instanceof Error ? error.message : error)), 1, 1);
  }
}

/** Where a key stands a second time in its map; `null` = nowhere. */
function repeatedKey({ isScalar, visit }: typeof Yaml, document: Yaml.Document.Parsed): number | null {
  let place: number | null = null;
  visit(document, {
    Map: (_, { items }) => {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) {
          place = key.range?.[0] ?? 0;
          return visit.BREAK;
        }
        seen.add(key.value);
      }
      return undefined;
    },
  });
  return place;
}

async function readToml(text: string): Promise<JsonReading> {
  const long = LONG_NUMBER.exec(text);
  if (long !== null) {
    const lines = text.slice(0, long.index + (long[1] ?? '').length).split('\n');
    const column = (lines.at(-1) ?? '').length + 1;
    return problem(t('content.preview.longNumber', { longest: DIGITS }), lines.length, column);
  }
  const { parse, TomlError } = await import('smol-toml');
  try {
    return { kind: 'value', value: jsonOf(parse(text, { integersAsBigInt: 'asNeeded' })) };
  } catch (error) {
    if (error instanceof TomlError) return problem(firstLine(error.message), error.line, error.column);
    return problem(String(error), 1, 1);
  }
}

const problem = (message: string, line: number, column: number): JsonReading => ({
  kind: 'problem',
  message,
  line,
  column,
});

/** The parsers add a drawing of the place. */
const firstLine = (message: string): string =>
  (message.split('\n', 1)[0] ?? '').replace(/ at line \d+, .*$/, '');

/** A value as JSON has it: what JSON does not know becomes text. */
function jsonOf(value: unknown): JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (Array.isArray(value)) return value.map(jsonOf);
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object') return null;
  const entries =
    value instanceof Map ? [...value] : value instanceof Set ? [...value.entries()] : Object.entries(value);
  return Object.fromEntries(entries.map(([name, member]) => [String(name), jsonOf(member)]));
}
