import { parse, Unsupported, type Node } from './parse';
import { holds, WORD, type Range } from './sets';

/** A pattern whose time grows with the length of the text alone, whatever stands in it. */
export interface LinearPattern {
  /** Steps that one character of a text takes at most. */
  size: number;
  /** Whether it matches somewhere in the text. */
  test(text: string): boolean;
}

/** One step; `next` and `other` are places in the program. */
type Step =
  | { kind: 'set'; ranges: readonly Range[] }
  | { kind: 'assert'; what: 'start' | 'end' | 'boundary' | 'inside' }
  | { kind: 'fork'; next: number; other: number }
  | { kind: 'match' };

/** A pattern with more steps is not run. */
const MOST_STEPS = 2_000;

/** Longer patterns are not read. */
const MOST_LENGTH = 10_000;

/**
 * Prepares a pattern of JSON Schema (ECMA-262) to be run without going back, all of its ways at once; `null` = it has
 * what no such engine runs (looking around, references back), or it is too large, or no pattern.
 */
export function linearPattern(pattern: string): LinearPattern | null {
  if (pattern.length > MOST_LENGTH) return null;
  try {
    const steps: Step[] = [];
    compile(parse(pattern), steps);
    add(steps, { kind: 'match' });
    return { size: steps.length, test: (text) => run(steps, text) };
  } catch (error) {
    if (error instanceof Unsupported) return null;
    throw error;
  }
}

function add<S extends Step>(steps: Step[], step: S): S {
  if (steps.length >= MOST_STEPS) throw new Unsupported();
  steps.push(step);
  return step;
}

const fork = (steps: Step[]): Extract<Step, { kind: 'fork' }> =>
  add(steps, { kind: 'fork', next: steps.length + 1, other: steps.length + 1 });

function compile(node: Node, steps: Step[]): void {
  switch (node.kind) {
    case 'set':
    case 'assert':
      add(steps, node);
      return;
    case 'sequence':
      for (const part of node.parts) compile(part, steps);
      return;
    case 'choice': {
      const ends: Extract<Step, { kind: 'fork' }>[] = [];
      for (const [index, part] of node.parts.entries()) {
        const isLast = index === node.parts.length - 1;
        const ways = isLast ? undefined : fork(steps);
        compile(part, steps);
        if (ways === undefined) continue;
        ends.push(fork(steps));
        ways.other = steps.length;
      }
      for (const end of ends) end.next = end.other = steps.length;
      return;
    }
    case 'repeat':
      repeat(node, steps);
  }
}

function repeat({ part, least, most }: Extract<Node, { kind: 'repeat' }>, steps: Step[]): void {
  for (let done = 0; done < least; done += 1) compileSome(part, steps);
  if (most === Infinity) {
    const ways = fork(steps);
    const start = steps.length - 1;
    compile(part, steps);
    const back = fork(steps);
    back.next = back.other = start;
    ways.other = steps.length;
    return;
  }
  const ways: Extract<Step, { kind: 'fork' }>[] = [];
  for (let done = least; done < most; done += 1) {
    ways.push(fork(steps));
    compileSome(part, steps);
  }
  for (const way of ways) way.other = steps.length;
}

/** A part that has no steps can be repeated without end. */
function compileSome(part: Node, steps: Step[]): void {
  const before = steps.length;
  compile(part, steps);
  if (steps.length === before) throw new Unsupported();
}

/** Goes through the text once with all ways that are open; each step is entered once for each character. */
function run(steps: readonly Step[], text: string): boolean {
  const codes = Array.from(text, (char) => char.codePointAt(0) ?? 0);
  let open: number[] = [];
  for (let at = 0; at <= codes.length; at += 1) {
    const seen = new Uint8Array(steps.length);
    const waiting: number[] = [];
    // A match may begin anywhere.
    const stack = [0, ...open];
    while (stack.length > 0) {
      const place = stack.pop() ?? 0;
      if (seen[place] === 1) continue;
      seen[place] = 1;
      const step = steps[place];
      switch (step?.kind) {
        case 'match':
          return true;
        case 'fork':
          stack.push(step.next, step.other);
          break;
        case 'assert':
          if (asserted(step.what, codes, at)) stack.push(place + 1);
          break;
        case 'set':
          waiting.push(place);
          break;
        case undefined:
          break;
      }
    }
    const code = codes[at];
    if (code === undefined) return false;
    open = waiting.filter((place) => isTaken(steps[place], code)).map((place) => place + 1);
  }
  return false;
}

const isTaken = (step: Step | undefined, code: number): boolean =>
  step?.kind === 'set' && holds(step.ranges, code);

function asserted(
  what: Extract<Step, { kind: 'assert' }>['what'],
  codes: readonly number[],
  at: number,
): boolean {
  switch (what) {
    case 'start':
      return at === 0;
    case 'end':
      return at === codes.length;
    case 'boundary':
      return isWord(codes[at - 1]) !== isWord(codes[at]);
    case 'inside':
      return isWord(codes[at - 1]) === isWord(codes[at]);
  }
}

const isWord = (code: number | undefined): boolean => code !== undefined && holds(WORD, code);
