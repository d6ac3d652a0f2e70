import { DIGIT, DOT, not, SPACE, WORD, type Range } from './sets';

/** A part of a pattern. */
export type Node =
  | { kind: 'set'; ranges: readonly Range[] }
  | { kind: 'assert'; what: 'start' | 'end' | 'boundary' | 'inside' }
  | { kind: 'sequence'; parts: readonly Node[] }
  | { kind: 'choice'; parts: readonly Node[] }
  | { kind: 'repeat'; part: Node; least: number; most: number };

/** The pattern has something that cannot be run in linear time, or is none. */
export class Unsupported extends Error {}

/** A pattern may stand in so many groups. */
const MOST_DEPTH = 50;

/** Counts beyond this are no smaller than any number of parts that is run. */
const MOST_COUNT = 100_000;

const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, '0': 0 };

/** Reads a pattern of ECMA-262 with the flag `u`, without what looks around, back, or by properties of Unicode. */
export function parse(pattern: string): Node {
  const source = Array.from(pattern);
  let at = 0;
  let depth = 0;

  const takes = (text: string): boolean => {
    if (source.slice(at, at + text.length).join('') !== text) return false;
    at += text.length;
    return true;
  };
  const next = (): string => {
    const char = source[at];
    if (char === undefined) throw new Unsupported();
    at += 1;
    return char;
  };

  function choice(): Node {
    const parts = [sequence()];
    while (takes('|')) parts.push(sequence());
    const [first] = parts;
    return parts.length === 1 && first !== undefined ? first : { kind: 'choice', parts };
  }

  function sequence(): Node {
    const parts: Node[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(repeated(atom()));
    return { kind: 'sequence', parts };
  }

  function repeated(part: Node): Node {
    const bounds = quantifier();
    if (bounds === null) return part;
    if (part.kind === 'assert') throw new Unsupported();
    // Whether it takes little or much says nothing about whether it matches.
    takes('?');
    return { kind: 'repeat', part, ...bounds };
  }

  function quantifier(): { least: number; most: number } | null {
    if (takes('*')) return { least: 0, most: Infinity };
    if (takes('+')) return { least: 1, most: Infinity };
    if (takes('?')) return { least: 0, most: 1 };
    if (!takes('{')) return null;
    const least = count();
    const most = takes(',') ? (source[at] === '}' ? Infinity : count()) : least;
    if (!takes('}') || most < least) throw new Unsupported();
    return { least, most };
  }

  function count(): number {
    let digits = '';
    while (/^\d$/u.test(source[at] ?? '')) digits += next();
    if (digits === '') throw new Unsupported();
    return Math.min(Number(digits), MOST_COUNT);
  }

  function atom(): Node {
    const char = next();
    switch (char) {
      case '^':
        return { kind: 'assert', what: 'start' };
      case '$':
        return { kind: 'assert', what: 'end' };
      case '.':
        return { kind: 'set', ranges: DOT };
      case '(':
        return group();
      case '[':
        return { kind: 'set', ranges: classOf() };
      case '\\':
        if (takes('b')) return { kind: 'assert', what: 'boundary' };
        if (takes('B')) return { kind: 'assert', what: 'inside' };
        return { kind: 'set', ranges: escaped() };
      case '*':
      case '+':
      case '?':
      case '{':
      case '}':
      case ']':
        throw new Unsupported();
      default:
        return { kind: 'set', ranges: [only(char)] };
    }
  }

  function group(): Node {
    depth += 1;
    if (depth > MOST_DEPTH) throw new Unsupported();
    if (takes('?') && !takes(':')) named();
    const inner = choice();
    if (!takes(')')) throw new Unsupported();
    depth -= 1;
    return inner;
  }

  function named(): void {
    if (!takes('<') || source[at] === '=' || source[at] === '!') throw new Unsupported();
    while (next() !== '>');
  }

  function classOf(): readonly Range[] {
    const isNegated = takes('^');
    const ranges: Range[] = [];
    while (!takes(']')) {
      const from = member();
      if (source[at] !== '-' || source[at + 1] === ']' || source[at + 1] === undefined) {
        ranges.push(...from);
        continue;
      }
      at += 1;
      const to = member();
      const [low] = from[0] ?? [];
      const [high] = to[0] ?? [];
      if (!isSingle(from) || !isSingle(to) || low === undefined || high === undefined || high < low)
        throw new Unsupported();
      ranges.push([low, high]);
    }
    return isNegated ? not(ranges) : ranges;
  }

  function member(): readonly Range[] {
    const char = next();
    if (char !== '\\') return [only(char)];
    return takes('b') ? [[8, 8]] : escaped();
  }

  function escaped(): readonly Range[] {
    const char = next();
    switch (char) {
      case 'd':
        return DIGIT;
      case 'D':
        return not(DIGIT);
      case 'w':
        return WORD;
      case 'W':
        return not(WORD);
      case 's':
        return SPACE;
      case 'S':
        return not(SPACE);
      case 'x':
        return [hex(2)];
      case 'u':
        return [takes('{') ? braced() : hex(4)];
      default: {
        const control = CONTROLS[char];
        if (char === '0' && /^\d$/u.test(source[at] ?? '')) throw new Unsupported();
        if (control !== undefined) return [[control, control]];
        // Letters and digits mean something else elsewhere.
        if (/^[\p{L}\p{N}_]$/u.test(char)) throw new Unsupported();
        return [only(char)];
      }
    }
  }

  function hex(digits: number): Range {
    const text = source.slice(at, at + digits).join('');
    if (!/^[0-9a-f]+$/iu.test(text) || text.length < digits) throw new Unsupported();
    at += digits;
    const code = Number.parseInt(text, 16);
    // Half of a pair: the other half would have to be read with it.
    if (code >= 0xd800 && code <= 0xdfff) throw new Unsupported();
    return [code, code];
  }

  function braced(): Range {
    let text = '';
    for (let char = next(); char !== '}'; char = next()) text += char;
    const code = Number.parseInt(text, 16);
    if (!/^[0-9a-f]{1,8}$/iu.test(text) || code > 0x10ffff) throw new Unsupported();
    return [code, code];
  }

  const whole = choice();
  if (at < source.length) throw new Unsupported();
  return whole;
}

function only(char: string): Range {
  const code = char.codePointAt(0) ?? 0;
  return [code, code];
}

const isSingle = (ranges: readonly Range[]): boolean =>
  ranges.length === 1 && ranges.every(([low, high]) => low === high);
