import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { entryId } from '../../api/bookmarks';
import { call } from '../../api/client';
import type { CatalogKind, KeptEntry, SourceId } from '../../api/generated/contract';
import { useAnswer } from '../../api/queries';
import { LinkButton, Toggles } from '../../kit/controls';
import { ChipLines } from '../../kit/ChipLines';
import { EmptyState } from '../../kit/EmptyState';
import { Icon } from '../../kit/Icon';
import { formatNumber } from '../../lib/format';
import { keptState } from '../../lib/keptState';
import { notifyError } from '../../lib/notify';
import { t } from '../../words/translate';
import layout from '../../styles/layout.module.css';
import styles from './bookmark.module.css';

type Chosen = 'bookmarks' | 'recent';

/** Which kept entries a list is narrowed to. */
export interface Kept {
  chosen: Chosen | null;
  choose: (chosen: Chosen | null) => void;
  /** The kept entries of these lists; `null` = the list is not narrowed. The latest come first, as they were then. */
  entries: readonly KeptEntry[] | null;
  /** The place of each of them, by `entryId`. */
  places: ReadonlyMap<string, number> | null;
  counts: Readonly<Record<Chosen, number>>;
}

const LISTS = ['bookmarks', 'recent'] as const;

/** What the person chose, by the lists it is of, and the places its entries had then. */
const useAllChosen = keptState<
  ReadonlyMap<string, { list: Chosen; places: ReadonlyMap<string, number> } | null>
>(new Map());

const placesOf = (entries: readonly KeptEntry[]): ReadonlyMap<string, number> =>
  new Map(entries.map((entry, place) => [entryId(entry), place]));

/** Bookmarks and recent entries of these lists, of one server or of all. */
export function useKept(lists: readonly CatalogKind[], filter: SourceId | null): Kept {
  const [allChosen, chooseAll] = useAllChosen();
  const bookmarks = useAnswer('bookmark.list', {}).data;
  const recent = useAnswer('recent.list', {}).data;
  const wanted = lists.join();
  const chosen = allChosen.get(wanted) ?? null;
  return useMemo(() => {
    const kinds = wanted.split(',');
    const fits = ({ serverId, list }: KeptEntry): boolean =>
      kinds.includes(list) && (filter === null || filter === serverId);
    const all = {
      bookmarks: (bookmarks ?? []).filter(fits),
      recent: (recent ?? []).filter(fits),
    };
    // What is opened becomes the latest, and stays where it was clicked.
    const placeOf = (entry: KeptEntry): number => chosen?.places.get(entryId(entry)) ?? Infinity;
    const entries =
      chosen === null ? null : all[chosen.list].toSorted((one, other) => placeOf(one) - placeOf(other) || 0);
    return {
      chosen: chosen?.list ?? null,
      choose: (next) =>
        chooseAll((before) =>
          new Map(before).set(wanted, next === null ? null : { list: next, places: placesOf(all[next]) }),
        ),
      entries,
      places: entries === null ? null : placesOf(entries),
      counts: { bookmarks: all.bookmarks.length, recent: all.recent.length },
    };
  }, [wanted, filter, bookmarks, recent, chosen, chooseAll]);
}

/** Chips for bookmarks and recent entries, and further chips beside them. Those of nothing keep their place. */
export function KeptFilter({ kept, children }: { kept: Kept; children?: ReactNode }): ReactNode {
  const { chosen, choose, counts } = kept;
  return (
    <ChipLines>
      <Toggles
        label={t('shared.kept.label')}
        data={LISTS.map((list) => ({
          value: list,
          disabled: counts[list] === 0 && list !== chosen,
          label: (
            <span className={styles.chip}>
              <Icon name={list === 'bookmarks' ? 'star' : 'clock'} size={12} />
              {t(`shared.kept.${list}`)} <span className={layout.num}>{formatNumber(counts[list])}</span>
            </span>
          ),
        }))}
        value={chosen === null ? [] : [chosen]}
        onChange={(next) => choose(next.at(-1) ?? null)}
      />
      {children}
      {chosen === 'recent' && counts.recent > 0 && (
        <LinkButton className={layout.fs11} onClick={() => void call('recent.clear', {}).catch(notifyError)}>
          {t('shared.kept.clear')}
        </LinkButton>
      )}
    </ChipLines>
  );
}

/** That nothing is kept, in the place of a narrowed list. */
export function NothingKept({ chosen }: { chosen: Chosen }): ReactNode {
  return (
    <EmptyState icon={chosen === 'bookmarks' ? 'star' : 'clock'} title={t(`shared.kept.none.${chosen}`)}>
      {chosen === 'bookmarks' && t('shared.kept.none.help')}
    </EmptyState>
  );
}
