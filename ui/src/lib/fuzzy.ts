import * as fuzzysort from 'fuzzysort';

/** Things that can be found by typing parts of their texts, in order, with letters left out. */
export interface Fuzzy<T> {
  /** The best matches first; an empty query finds nothing. */
  find: (query: string, limit: number) => T[];
}

/** The least score of a match: 1 = equal, 0.5 = good, 0 = none. */
const LEAST_SCORE = 0.1;

/** Prepares things to be searched by the texts of each; what stands first counts most. */
export function fuzzy<T>(things: readonly T[], textsOf: (thing: T) => readonly string[]): Fuzzy<T> {
  const prepared = things.map((thing) => ({ thing, texts: textsOf(thing).join(' ') }));
  const snapshot = fuzzysort.snapshot(prepared, { key: ({ texts }) => texts });
  return {
    find: (query, limit) =>
      query.trim() === ''
        ? []
        : fuzzysort.go(query.trim(), snapshot, { limit, threshold: LEAST_SCORE }).map(({ obj }) => obj.thing),
  };
}
