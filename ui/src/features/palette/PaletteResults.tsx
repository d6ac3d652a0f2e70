import { Spotlight } from '@mantine/spotlight';
import { memo, useMemo } from 'react';
import type { ReactNode } from 'react';
import { Announced } from '../../kit/Announced';
import { VisibleText } from '../../kit/VisibleText';
import { fuzzy } from '../../lib/fuzzy';
import { t } from '../../words/translate';
import { noteChosen } from './recent';
import { KINDS, type Thing } from './thing';
import { useThings } from './things';
import { useFoundCalls } from './useFoundCalls';
import { useOptions } from './useOptions';
import { useRecents } from './useRecents';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './palette.module.css';

/** How many matches are shown, and how many of one kind; more letters narrow them. */
const SHOWN = { all: 40, ofKind: 8, actions: 3 };

/** How many of those that were opened or chosen last are offered. */
const RECENT_SHOWN = 8;

interface FoundGroup {
  key: string;
  label: string;
  found: readonly Thing[];
}

/** What the search finds, by kind: the kind of the best match first; without a query what was chosen lately. */
export function PaletteResults({ query }: { query: string }): ReactNode {
  const things = useThings();
  const index = useMemo(() => fuzzy(things, ({ title, detail, more }) => [title, detail, more]), [things]);
  const recents = useRecents(things);
  const calls = useFoundCalls(query);
  // Not deferred: a frame between a key press and its results costs more than the search.
  const groups = useMemo(
    () =>
      query.trim() === ''
        ? offered(things, recents)
        : found([...withActions(index.find(query, SHOWN.all)), ...calls], recents),
    [query, things, index, recents, calls],
  );
  const selected = useOptions(groups, query);
  return groups.length > 0 ? (
    <FoundGroups groups={groups} selected={selected} />
  ) : (
    <Spotlight.ActionsList>
      <Spotlight.Empty>
        <Announced>{t('palette.empty', { query })}</Announced>
      </Spotlight.Empty>
    </Spotlight.ActionsList>
  );
}

/** The results, drawn anew only if they or the selected one change. */
const FoundGroups = memo(function FoundGroups({
  groups,
  selected,
}: {
  groups: readonly FoundGroup[];
  /** The place of the selected one among all. */
  selected: number;
}): ReactNode {
  const inOrder = groups.flatMap((group) => group.found);
  return (
    <Spotlight.ActionsList role="listbox" aria-label={t('palette.results')}>
      {groups.map(({ key, label, found: shown }) => (
        <Spotlight.ActionsGroup key={key} label={label} role="group" aria-label={label}>
          {shown.map((thing) => (
            <Spotlight.Action
              key={thing.id}
              role="option"
              aria-selected={inOrder.indexOf(thing) === selected}
              onClick={() => {
                noteChosen(thing);
                thing.run();
              }}
              className={styles['palette-item']}
            >
              {thing.icon()}
              <span className={layout.cut}>
                {isOurs(thing) ? thing.title : <VisibleText text={thing.title} />}
              </span>
              <span className={cx(layout.end, layout.fs12, layout.t3, layout.cut, styles['palette-detail'])}>
                {isOurs(thing) || thing.kind === 'server' ? (
                  thing.detail
                ) : (
                  <VisibleText text={thing.detail} />
                )}
              </span>
            </Spotlight.Action>
          ))}
        </Spotlight.ActionsGroup>
      ))}
    </Spotlight.ActionsList>
  );
});

/** Whether its title is a text of the catalogue; names in it were made visible already. */
const isOurs = ({ kind }: Thing): boolean => kind === 'command' || kind === 'action' || kind === 'setting';

/** Without a query: what was opened or chosen last, commands, and servers. */
function offered(things: readonly Thing[], recents: readonly Thing[]): FoundGroup[] {
  const lately = recents.slice(0, RECENT_SHOWN);
  const shown = new Set(lately.map(({ id }) => id));
  const rest = things.filter(({ id, kind }) => (kind === 'command' || kind === 'server') && !shown.has(id));
  return [
    ...(lately.length > 0 ? [{ key: 'recent', label: t('palette.recent'), found: lately }] : []),
    ...byKind(rest, SHOWN.ofKind * 2),
  ];
}

/** Matches, and what can be done to the best of them. */
const withActions = (matches: readonly Thing[]): readonly Thing[] => [
  ...matches,
  ...matches
    .flatMap(({ action }) => action ?? [])
    .slice(0, SHOWN.actions)
    .map(({ make }) => make()),
];

/** Matches, with those that were opened or chosen last before the others of their kind. */
function found(matches: readonly Thing[], recents: readonly Thing[]): FoundGroup[] {
  const ids = new Set(recents.map(({ id }) => id));
  const [first] = matches;
  const ordered = [...matches.filter(({ id }) => ids.has(id)), ...matches.filter(({ id }) => !ids.has(id))];
  const groups = byKind(ordered, SHOWN.ofKind);
  const best = groups.findIndex(({ key }) => key === first?.kind);
  return best < 0 ? groups : [...groups.slice(best, best + 1), ...groups.filter((_, at) => at !== best)];
}

function byKind(things: readonly Thing[], most: number): FoundGroup[] {
  return KINDS.map((kind) => ({
    key: kind,
    label: t(`palette.kind.${kind}`),
    found: things.filter((thing) => thing.kind === kind).slice(0, most),
  })).filter((group) => group.found.length > 0);
}
