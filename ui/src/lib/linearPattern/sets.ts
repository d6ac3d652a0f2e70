/** Characters from the first to the last, as code points. */
export type Range = readonly [low: number, high: number];

const LAST = 0x10ffff;

export const DIGIT: readonly Range[] = [[0x30, 0x39]];

export const WORD: readonly Range[] = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];

/** White space and line ends (ECMA-262). */
export const SPACE: readonly Range[] = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];

/** All but line ends. */
export const DOT = not([
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
]);

/** All other characters. */
export function not(ranges: readonly Range[]): readonly Range[] {
  const others: Range[] = [];
  let from = 0;
  for (const [low, high] of ranges.toSorted(([a], [b]) => a - b)) {
    if (low > from) others.push([from, low - 1]);
    from = Math.max(from, high + 1);
  }
  if (from <= LAST) others.push([from, LAST]);
  return others;
}

export const holds = (ranges: readonly Range[], code: number): boolean =>
  ranges.some(([low, high]) => code >= low && code <= high);
