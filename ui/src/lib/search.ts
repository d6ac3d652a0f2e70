/** The query's words; none = everything is wanted. */
function wordsOf(query: string): string[] {
  return query.toLowerCase().split(/\s+/u).filter(Boolean);
}

/** What is searched of an entry: its texts together, in lower case. */
function haystackOf(texts: readonly (string | null | undefined)[]): string {
  return texts.filter(Boolean).join('\n').toLowerCase();
}

/** Makes a test for haystacks: whether every word of the query is in one; `null` = everything is wanted. */
function finder(query: string): ((haystack: string) => boolean) | null {
  const words = wordsOf(query);
  return words.length === 0 ? null : (haystack) => words.every((word) => haystack.includes(word));
}

/** Whether every word of the query is in one of the texts. An empty query matches everything. */
export function matches(query: string, ...texts: readonly (string | null | undefined)[]): boolean {
  const found = finder(query);
  return found === null || found(haystackOf(texts));
}

/** Makes a search over entries that puts the texts of each together only once. `null` = everything is wanted. */
export function searchOver<T extends object>(
  textsOf: (entry: T) => readonly (string | null | undefined)[],
): (query: string) => ((entry: T) => boolean) | null {
  const haystacks = new WeakMap<T, string>();
  return (query) => {
    const found = finder(query);
    if (found === null) return null;
    return (entry) => {
      let haystack = haystacks.get(entry);
      if (haystack === undefined) haystacks.set(entry, (haystack = haystackOf(textsOf(entry))));
      return found(haystack);
    };
  };
}

/** The name closest to a query that found nothing, if one is close enough to be a slip of the finger. */
export function closest(query: string, names: readonly string[]): string | null {
  const wanted = query.trim().toLowerCase();
  if (wanted.length < 3) return null;
  let best: string | null = null;
  let least = Math.floor(wanted.length / 3) + 1;
  for (const name of names) {
    for (const word of [name.toLowerCase(), ...name.toLowerCase().split(/[^\p{L}\p{N}]+/u)]) {
      const d = distance(wanted, word, least);
      if (d < least) {
        least = d;
        best = name;
      }
    }
  }
  return best;
}

/** Edits between two words; stops counting at `limit`. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? limit;
}
