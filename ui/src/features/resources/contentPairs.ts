import type { ReadOutcome } from '../../api/generated/contract';
import { partsOf, type Part } from '../../entities/content/part';
import { holdTheSame } from '../../lib/sameContents';

/** A content as it was and as it is; `null` = it was not there, or is not there now. */
export interface Pair {
  before: Part | null;
  now: Part | null;
}

/** The contents of two reads, each beside the one of the same URI: as they are now, then those that are gone. */
export function pairsOf(before: ReadOutcome, now: ReadOutcome): Pair[] {
  const left = partsOf(before.contents, before.raw);
  const pairs = partsOf(now.contents, now.raw).map((part): Pair => {
    const place = left.findIndex(({ contents }) => contents.uri === part.contents.uri);
    const [old] = place < 0 ? [] : left.splice(place, 1);
    return { before: old ?? null, now: part };
  });
  return [...pairs, ...left.map((part): Pair => ({ before: part, now: null }))];
}

/** Whether a content is another than it was. */
export const differs = ({ before, now }: Pair): boolean =>
  before === null || now === null || !holdTheSame(before.contents, now.contents);
