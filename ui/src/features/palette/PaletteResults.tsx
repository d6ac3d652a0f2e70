import { Spotlight } from '@mantine/spotlight';
import { memo, useMemo } from 'react';
import type { ReactNode } from 'react';
import { Announced } from '../../kit/Announced';
import { VisibleText } from '../../kit/VisibleText';
import { fuzzy } from '../../lib/fuzzy';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { foundGroups, offeredGroups } from './groups';
import type { FoundGroup } from './groups';
import { NotSearched } from './NotSearched';
import { noteChosen } from './recent';
import { KINDS, textsOf } from './thing';
import type { Kind, Thing } from './thing';
import { useThings } from './things';
import { useEntries } from './useEntries';
import { useFoundActivity } from './useFoundActivity';
import { useOptions } from './useOptions';
import { useRecents } from './useRecents';
import { useUnsearched } from './useUnsearched';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './palette.module.css';

interface PaletteResultsProps {
  query: string;
  /** The only kind that is shown; `null` = all. */
  only: Kind | null;
  onOnly: (kind: Kind) => void;
}

/** What the search finds, by kind; without a query what was chosen lately. */
export function PaletteResults({ query, only, onOnly }: PaletteResultsProps): ReactNode {
  const things = useThings();
  const entries = useEntries();
  const recents = useRecents(things, entries?.byId);
  const indexes = useMemo(
    () => ({
      recents: fuzzy(recents, textsOf),
      things: new Map(
        KINDS.map((kind) => [
          kind,
          fuzzy(
            things.filter((thing) => thing.kind === kind),
            textsOf,
          ),
        ]),
      ),
    }),
    [recents, things],
  );
  const { found, isFailed, isSearching } = useFoundActivity(query, only);
  // Not deferred: a frame between a key press and its results costs more than the search.
  const groups = useMemo(() => {
    if (query.trim() === '') return offeredGroups(things, recents);
    return foundGroups({
      query,
      only,
      indexes: entries === undefined ? [indexes.things] : [indexes.things, entries.indexes],
      recents: indexes.recents,
      activity: found,
    });
  }, [query, only, things, indexes, entries, recents, found]);
  const selected = useOptions(groups, query, only);
  const { failed, loading } = useUnsearched();
  const isEmpty = groups.length === 0 && entries !== undefined && loading !== 'all' && !isSearching;
  return (
    <>
      <FoundGroups
        groups={groups}
        selected={selected}
        nothingFor={isEmpty ? query : null}
        onOnly={only === null ? onOnly : null}
      />
      {query.trim() !== '' && (
        <NotSearched
          failed={isFailed ? [...failed, t('palette.activityFailed')] : failed}
          loading={loading}
        />
      )}
    </>
  );
}

interface FoundGroupsProps {
  groups: readonly FoundGroup[];
  /** The place of the selected one among all. */
  selected: number;
  /** The query for which there are none; `null` = there are, or not all was searched yet. */
  nothingFor: string | null;
  /** `null` = one kind is shown alone already. */
  onOnly: ((kind: Kind) => void) | null;
}

/** The results, drawn anew only if they or the selected one change. */
const FoundGroups = memo(function FoundGroups(props: FoundGroupsProps): ReactNode {
  const { groups, selected, nothingFor, onOnly } = props;
  const inOrder = groups.flatMap((group): readonly (Thing | FoundGroup)[] =>
    group.kind !== null && group.more !== 0 && onOnly !== null ? [...group.found, group] : group.found,
  );
  const isSelected = (option: Thing | FoundGroup): boolean => selected >= 0 && inOrder[selected] === option;
  return (
    <Spotlight.ActionsList
      {...(groups.length > 0 ? { role: 'listbox', 'aria-label': t('palette.results') } : {})}
    >
      {nothingFor !== null && (
        <Spotlight.Empty>
          <Announced>{t('palette.empty', { query: nothingFor })}</Announced>
        </Spotlight.Empty>
      )}
      {groups.map((group) => (
        <Spotlight.ActionsGroup
          key={group.kind ?? 'recent'}
          label={group.label}
          role="group"
          aria-label={group.label}
        >
          {group.found.map((thing) => (
            <Spotlight.Action
              key={thing.id}
              role="option"
              aria-selected={isSelected(thing)}
              onClick={() => {
                noteChosen(thing);
                thing.run();
              }}
              className={styles['palette-item']}
              title={visibleString([thing.title, thing.detail].filter((text) => text !== '').join('\n'))}
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
          <More group={group} isSelected={isSelected(group)} onOnly={onOnly} />
        </Spotlight.ActionsGroup>
      ))}
    </Spotlight.ActionsList>
  );
});

interface MoreProps {
  group: FoundGroup;
  isSelected: boolean;
  onOnly: ((kind: Kind) => void) | null;
}

/** How many more of a kind there are, and what shows that kind alone. */
function More({ group: { kind, label, more }, isSelected, onOnly }: MoreProps): ReactNode {
  if (kind === null || more === 0) return null;
  if (onOnly === null)
    return (
      <p className={cx(styles['palette-more'], layout.fs12, layout.t3)}>
        {more === null ? t('palette.narrowSome') : t('palette.narrow', { count: more })}
      </p>
    );
  return (
    <Spotlight.Action
      role="option"
      aria-selected={isSelected}
      closeSpotlightOnTrigger={false}
      onClick={() => onOnly(kind)}
      className={cx(styles['palette-item'], styles['palette-more'], layout.t2)}
    >
      {more === null
        ? t('palette.showOnlySome', { kind: label })
        : t('palette.showOnly', { kind: label, count: more })}
    </Spotlight.Action>
  );
}

/** Whether its title is a text of the catalogue; names in it were made visible already. */
const isOurs = ({ kind }: Thing): boolean => kind === 'command' || kind === 'action' || kind === 'setting';
