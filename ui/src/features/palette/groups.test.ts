import { describe, expect, it } from 'vitest';
import { fuzzy } from '../../lib/fuzzy';
import { foundGroups } from './groups';
import type { Searched } from './groups';
import { textsOf } from './thing';
import type { Kind, Thing } from './thing';

const thing = (kind: Kind, title: string): Thing => ({
  id: `${kind} ${title}`,
  kind,
  title,
  detail: '',
  more: '',
  icon: () => null,
  run: () => undefined,
});

const many = (kind: Kind, title: string, count: number): Thing[] =>
  Array.from({ length: count }, (_, n) => thing(kind, `${title} ${n}`));

/** How many of each kind are shown, and how many more there are. */
function shown(
  things: readonly Thing[],
  {
    only = null,
    lately = [],
    activity = [],
  }: Partial<Pick<Searched, 'only' | 'activity'>> & { lately?: Thing[] } = {},
): [Kind | null, number, number | null][] {
  const kinds = new Set(things.map(({ kind }) => kind));
  const index = new Map(
    [...kinds].map((kind) => [
      kind,
      fuzzy(
        things.filter((one) => one.kind === kind),
        textsOf,
      ),
    ]),
  );
  const groups = foundGroups({
    query: 'report',
    only,
    indexes: [index],
    recents: fuzzy(lately, textsOf),
    activity,
  });
  return groups.map(({ kind, found, more }) => [kind, found.length, more]);
}

describe('the results of a search', () => {
  it('hold some of each kind that matches, however many of another match better', () => {
    const things = [
      ...many('tool', 'report', 10_000),
      ...many('resource', 'notes for the yearly report', 5),
      thing('setting', 'where each report is kept'),
    ];
    expect(shown(things)).toEqual([
      ['tool', 8, 9_992],
      ['resource', 5, 0],
      ['setting', 1, 0],
    ]);
  });

  it('are at least three of each kind, then the best of all', () => {
    const strong: Kind[] = ['command', 'server', 'client'];
    const weak: Kind[] = ['tool', 'resource', 'prompt', 'setting'];
    const things = [
      ...strong.flatMap((kind) => many(kind, 'report', 10)),
      ...weak.flatMap((kind) => many(kind, 'notes for the yearly report', 10)),
    ];
    const groups = shown(things);
    expect(groups.slice(0, 3)).toEqual(strong.map((kind) => [kind, 8, 2]));
    const rest = groups.slice(3).map(([, count]) => count);
    expect(rest.every((count) => count >= 3)).toBe(true);
    expect(rest.reduce((sum, count) => sum + count, 24)).toBe(40);
  });

  it('are those of one kind, where only that is wanted', () => {
    const things = [...many('tool', 'report', 250), ...many('prompt', 'report', 10)];
    expect(shown(things, { only: 'tool' })).toEqual([['tool', 100, 150]]);
  });

  it('count what is listed, beside what was opened before and is not listed now', () => {
    const lately: Thing[] = [{ ...thing('prompt', 'report of before'), isUnlisted: true }];
    expect(shown(many('prompt', 'report', 10), { lately })).toEqual([['prompt', 8, 3]]);
  });

  it('say that there is more where nobody counts it', () => {
    const activity = [{ kind: 'call' as const, things: many('call', 'report', 8), total: null }];
    expect(shown([], { activity })).toEqual([['call', 8, null]]);
  });
});
