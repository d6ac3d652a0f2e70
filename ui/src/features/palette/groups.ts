import { findBest } from '../../lib/fuzzy';
import type { Found, Fuzzy } from '../../lib/fuzzy';
import { t } from '../../words/translate';
import { KINDS } from './thing';
import type { Kind, Thing } from './thing';

/**
 * How many matches are shown: together, of one kind at most, of each kind however good the others are, and of a kind that
 * is shown alone. More letters narrow them.
 */
const SHOWN = { all: 40, ofKind: 8, ofEach: 3, alone: 100 };

/** How much of what can be done to matches is offered beside them. */
const RUNS_SHOWN = 3;

/** How many of those that were opened or chosen last are offered. */
const RECENT_SHOWN = 8;

/** How many are looked for of each kind; `null` = all kinds are shown. */
export const shownOf = (only: Kind | null): number => (only === null ? SHOWN.ofKind : SHOWN.alone);

/** What was found of one kind elsewhere. */
export interface OfKind {
  kind: Kind;
  things: readonly Thing[];
  /** How many there are; `null` = more than these. */
  total: number | null;
}

/** What is shown together. */
export interface FoundGroup {
  /** `null` = of several kinds. */
  kind: Kind | null;
  label: string;
  found: readonly Thing[];
  /** How many more there are; `null` = some. */
  more: number | null;
}

/** What is searched for, and where. */
export interface Searched {
  query: string;
  /** The only kind that is shown; `null` = all. */
  only: Kind | null;
  indexes: readonly ReadonlyMap<Kind, Fuzzy<Thing>>[];
  recents: Fuzzy<Thing>;
  activity: readonly OfKind[];
}

/**
 * Matches by kind, the kind of the best match first. Before the others of their kind stand those of what was opened or
 * chosen last, however good the others are.
 */
export function foundGroups({ query, only, indexes, recents, activity }: Searched): FoundGroup[] {
  const search = (kind: Kind): Found<Thing> =>
    findBest(
      indexes.flatMap((index) => index.get(kind) ?? []),
      query,
      shownOf(only),
    );
  const kinds = only === null ? KINDS : [only];
  const found = new Map(kinds.map((kind) => [kind, search(kind)]));
  const lately = findBest([recents], query, SHOWN.all).matches.map(({ thing }) => thing);
  const first = best(found) ?? lately[0]?.kind;
  const actions = found.get('action');
  if (actions !== undefined)
    found.set('action', withRuns(actions, found.get('tool') ?? search('tool'), only));
  const places = placesOf(found, only);
  const groups = kinds.map((kind): FoundGroup => {
    const elsewhere = activity.find((one) => one.kind === kind);
    if (elsewhere !== undefined) {
      const { things, total } = elsewhere;
      return groupOf(kind, things, total === null ? null : total - things.length);
    }
    const { matches, total } = found.get(kind) ?? NOTHING;
    const mine = lately.filter((thing) => thing.kind === kind);
    const ids = new Set(mine.map(({ id }) => id));
    const rest = matches.slice(0, places.get(kind) ?? 0).map(({ thing }) => thing);
    const all = [...mine, ...rest.filter(({ id }) => !ids.has(id))];
    const shown = all.slice(0, shownOf(only));
    const listed = shown.filter(({ isUnlisted }) => isUnlisted !== true).length;
    return groupOf(kind, shown, Math.max(0, total - listed));
  });
  const some = groups.filter((group) => group.found.length > 0);
  return some.toSorted((a, b) => Number(b.kind === first) - Number(a.kind === first));
}

/** The kinds that are offered without a query. */
const OFFERED = ['waiting', 'running', 'command', 'server'] as const satisfies readonly Kind[];

/** Without a query: what was opened or chosen last, what waits, what runs, commands, and servers. */
export function offeredGroups(things: readonly Thing[], recents: readonly Thing[]): FoundGroup[] {
  const lately = recents.slice(0, RECENT_SHOWN);
  const shown = new Set(lately.map(({ id }) => id));
  const rest = (kind: Kind): readonly Thing[] =>
    things.filter((thing) => thing.kind === kind && !shown.has(thing.id)).slice(0, SHOWN.ofKind * 2);
  return [
    { kind: null, label: t('common.recent'), found: lately, more: 0 },
    ...OFFERED.map((kind) => groupOf(kind, rest(kind), 0)),
  ].filter(({ found }) => found.length > 0);
}

const NOTHING: Found<Thing> = { matches: [], total: 0 };

const groupOf = (kind: Kind, found: readonly Thing[], more: number | null): FoundGroup => ({
  kind,
  label: t(`palette.kind.${kind}`),
  found,
  more,
});

/** The kind of the best match. */
function best(found: ReadonlyMap<Kind, Found<Thing>>): Kind | undefined {
  const tops = [...found].flatMap(([kind, { matches }]) =>
    matches.slice(0, 1).map(({ score }) => ({ kind, score })),
  );
  return tops.toSorted((a, b) => b.score - a.score)[0]?.kind;
}

/** Actions that match, and what can be done to the tools that match. */
function withRuns(actions: Found<Thing>, tools: Found<Thing>, only: Kind | null): Found<Thing> {
  const runs = tools.matches
    .slice(0, only === null ? RUNS_SHOWN : SHOWN.alone)
    .flatMap(({ thing, score }) => (thing.action === undefined ? [] : { thing: thing.action.make(), score }));
  const matches = [...actions.matches, ...runs].toSorted((a, b) => b.score - a.score).slice(0, shownOf(only));
  return { matches, total: actions.total + tools.total };
}

/** How many of each kind are shown: some of each, and then the best of all. */
function placesOf(found: ReadonlyMap<Kind, Found<Thing>>, only: Kind | null): ReadonlyMap<Kind, number> {
  if (only !== null) return new Map([[only, SHOWN.alone]]);
  const places = new Map(
    [...found].map(([kind, { matches }]) => [kind, Math.min(SHOWN.ofEach, matches.length)] as const),
  );
  const left = SHOWN.all - [...places.values()].reduce((sum, count) => sum + count, 0);
  const rest = [...found]
    .flatMap(([kind, { matches }]) => matches.slice(SHOWN.ofEach).map(({ score }) => ({ kind, score })))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, Math.max(0, left));
  for (const { kind } of rest) places.set(kind, (places.get(kind) ?? 0) + 1);
  return places;
}
