import * as fuzzysort from 'fuzzysort';
import { finish } from './steps';
import type { Steps } from './steps';

/** Things that can be found by typing parts of their texts, in order, with letters left out. */
export interface Fuzzy<T> {
  /** The best matches of each part, in no order. An empty query finds nothing. */
  matches: (query: string, limit: number) => Found<T>;
}

interface Match<T> {
  thing: T;
  /** 1 = equal, 0.5 = good. */
  score: number;
}

export interface Found<T> {
  matches: readonly Match<T>[];
  /** How many match, also beyond the limit. */
  total: number;
}

/** The best matches of several searches first. */
export function findBest<T>(searches: readonly Fuzzy<T>[], query: string, limit: number): Found<T> {
  const found = searches.map((search) => search.matches(query, limit));
  return {
    matches: found
      .flatMap(({ matches }) => matches)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, limit),
    total: found.reduce((sum, { total }) => sum + total, 0),
  };
}

/** The least score of a match. */
const LEAST_SCORE = 0.1;

/** So many are prepared at once. */
const PART = 1_000;

/** Prepares things to be searched by the texts of each; what stands first counts most. */
export const fuzzy = <T>(things: readonly T[], textsOf: (thing: T) => readonly string[]): Fuzzy<T> =>
  finish(fuzzyInSteps(things, textsOf));

/** The same in steps. */
export function* fuzzyInSteps<T>(
  things: readonly T[],
  textsOf: (thing: T) => readonly string[],
): Steps<Fuzzy<T>> {
  const parts: fuzzysort.SnapshotKey<{ thing: T; texts: string }>[] = [];
  for (let from = 0; from < things.length; from += PART) {
    const prepared = things
      .slice(from, from + PART)
      .map((thing) => ({ thing, texts: textsOf(thing).join(' ') }));
    const part = fuzzysort.snapshot(prepared, { key: ({ texts }) => texts });
    yield;
    // A first search makes it ready, which it would be made otherwise only by the person's first key.
    fuzzysort.go(' ', part, { limit: 1 });
    parts.push(part);
    yield;
  }
  return {
    matches: (query, limit) => {
      const wanted = query.trim();
      if (wanted === '') return { matches: [], total: 0 };
      const found = parts.map((part) => fuzzysort.go(wanted, part, { limit, threshold: LEAST_SCORE }));
      return {
        matches: found.flatMap((results) => results.map(({ obj, score }) => ({ thing: obj.thing, score }))),
        total: found.reduce((sum, { total }) => sum + total, 0),
      };
    },
  };
}
