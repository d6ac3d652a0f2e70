import { Spotlight } from '@mantine/spotlight';
import { memo, useMemo } from 'react';
import type { ReactNode } from 'react';
import { Announced } from '../../kit/Announced';
import { VisibleText } from '../../kit/VisibleText';
import { find, fuzzy } from '../../lib/fuzzy';
import { t } from '../../words/translate';
import { noteChosen } from './recent';
import { KINDS, textsOf, type Thing } from './thing';
import { useThings } from './things';
import { useEntries } from './useEntries';
import { useFoundActivity } from './useFoundActivity';
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
  const entries = useEntries();
  const recents = useRecents(things, entries?.byId);
  const indexes = useMemo(
    () => ({ recents: fuzzy(recents, textsOf), things: fuzzy(things, textsOf) }),
    [recents, things],
  );
  const activity = useFoundActivity(query);
  // Not deferred: a frame between a key press and its results costs more than the search.
  const groups = useMemo(() => {
    if (query.trim() === '') return offered(things, recents);
    const searches = entries === undefined ? [indexes.things] : [indexes.things, entries.index];
    const all = withActions(find(searches, query, SHOWN.all));
    return found([...all, ...activity], find([indexes.recents], query, SHOWN.all));
  }, [query, things, indexes, entries, recents, activity]);
  const selected = useOptions(groups, query);
  const isEmpty = groups.length === 0 && entries !== undefined;
  return <FoundGroups groups={groups} selected={selected} nothingFor={isEmpty ? query : null} />;
}

/** The results, drawn anew only if they or the selected one change. */
const FoundGroups = memo(function FoundGroups({
  groups,
  selected,
  nothingFor,
}: {
  groups: readonly FoundGroup[];
  /** The place of the selected one among all. */
  selected: number;
  /** The query for which there are none; `null` = there are, or not all was searched yet. */
  nothingFor: string | null;
}): ReactNode {
  const inOrder = groups.flatMap((group) => group.found);
  return (
    <Spotlight.ActionsList
      {...(groups.length > 0 ? { role: 'listbox', 'aria-label': t('palette.results') } : {})}
    >
      {nothingFor !== null && (
        <Spotlight.Empty>
          <Announced>{t('palette.empty', { query: nothingFor })}</Announced>
        </Spotlight.Empty>
      )}
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

/** Matches, before the others of their kind those of what was opened or chosen last, however good the others are. */
function found(matches: readonly Thing[], recents: readonly Thing[]): FoundGroup[] {
  const ids = new Set(recents.map(({ id }) => id));
  const groups = byKind([...recents, ...matches.filter(({ id }) => !ids.has(id))], SHOWN.ofKind);
  const first = matches[0] ?? recents[0];
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
