/** A piece of a comparison: it stayed, was taken out, or was put in. */
export interface Edit {
  kind: 'same' | 'out' | 'in';
  text: string;
}

/** Beyond this many comparisons a finer answer is not worth the wait: what lies between the common ends is one change. */
const MAX_CELLS = 400_000;

/** Two sequences as one, in the order in which it reads. */
function editsOf(old: readonly string[], now: readonly string[]): Edit[] {
  const edits: Edit[] = [];
  let [oldAt, nowAt] = [0, 0];
  for (const [inOld, inNow] of [...samePairs(old, now), [old.length, now.length] as const]) {
    add(edits, 'out', old.slice(oldAt, inOld).join(''));
    add(edits, 'in', now.slice(nowAt, inNow).join(''));
    add(edits, 'same', old[inOld] ?? '');
    [oldAt, nowAt] = [inOld + 1, inNow + 1];
  }
  return edits;
}

function add(edits: Edit[], kind: Edit['kind'], text: string): void {
  const last = edits.at(-1);
  if (last?.kind === kind) last.text += text;
  else if (text !== '') edits.push({ kind, text });
}

/** Which pieces of two sequences are not in the other, in order. */
export function diffPieces(old: readonly string[], now: readonly string[]): { old: Edit[]; now: Edit[] } {
  const sides = { old: [] as Edit[], now: [] as Edit[] };
  for (const { kind, text } of editsOf(old, now)) {
    if (kind !== 'in') add(sides.old, kind, text);
    if (kind !== 'out') add(sides.now, kind, text);
  }
  return sides;
}

/** The words of two texts that differ. */
export const diffWords = (old: string, now: string): { old: Edit[]; now: Edit[] } =>
  diffPieces(words(old), words(now));

/** Two texts as one, word by word. */
export const wordEdits = (old: string, now: string): Edit[] => editsOf(words(old), words(now));

function words(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
}

type Pair = readonly [number, number];

/** A longest common subsequence, as pairs of places. */
function samePairs(old: readonly string[], now: readonly string[]): Pair[] {
  let start = 0;
  while (start < old.length && old[start] === now[start]) start += 1;
  const most = Math.min(old.length, now.length) - start;
  let end = 0;
  while (end < most && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const was = old.slice(start, old.length - end);
  const is = now.slice(start, now.length - end);
  const between = was.length * is.length > MAX_CELLS ? [] : commonPairs(was, is);
  return [
    ...Array.from({ length: start }, (_, at): Pair => [at, at]),
    ...between.map(([i, j]): Pair => [start + i, start + j]),
    ...Array.from({ length: end }, (_, at): Pair => [old.length - end + at, now.length - end + at]),
  ];
}

function commonPairs(old: readonly string[], now: readonly string[]): Pair[] {
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: Pair[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length && j < now.length) {
    if (old[i] === now[j]) {
      pairs.push([i, j]);
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}
