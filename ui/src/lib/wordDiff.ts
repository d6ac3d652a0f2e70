/** A piece of one side of a comparison. */
export interface DiffPart {
  text: string;
  changed: boolean;
}

/** Beyond this many comparisons a finer answer is not worth the wait: what lies between the common ends is one change. */
const MAX_CELLS = 400_000;

/** Which pieces of two sequences are not in the other, in order. */
export function diffPieces(
  old: readonly string[],
  now: readonly string[],
): { old: DiffPart[]; now: DiffPart[] } {
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (
    end < old.length - start &&
    end < now.length - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  )
    end += 1;
  const was = old.slice(start, old.length - end);
  const is = now.slice(start, now.length - end);
  const kept = was.length * is.length > MAX_CELLS ? [] : commonPairs(was, is);
  const keptOld = new Set(kept.map(([at]) => at + start));
  const keptNow = new Set(kept.map(([, at]) => at + start));
  const side = (all: readonly string[], keptHere: Set<number>): DiffPart[] =>
    joined(
      all.map((text, at) => ({
        text,
        changed: at >= start && at < all.length - end && !keptHere.has(at),
      })),
    );
  return { old: side(old, keptOld), now: side(now, keptNow) };
}

/** The words of two texts that differ. */
export function diffWords(old: string, now: string): { old: DiffPart[]; now: DiffPart[] } {
  return diffPieces(words(old), words(now));
}

function words(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
}

/** A longest common subsequence, as pairs of places. */
function commonPairs(old: readonly string[], now: readonly string[]): [number, number][] {
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: [number, number][] = [];
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

function joined(parts: readonly DiffPart[]): DiffPart[] {
  const all: DiffPart[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (last !== undefined && last.changed === part.changed) last.text += part.text;
    else all.push({ ...part });
  }
  return all;
}
