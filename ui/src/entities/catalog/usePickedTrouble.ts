import { useState } from 'react';
import type { ListSection } from '../../kit/SectionList';
import type { CatalogRow } from '../../lib/catalogRows';

type Trouble = Exclude<CatalogRow<unknown>, { kind: 'entry' }>;

/**
 * The picked row that says why entries are missing, as it is now; `pick` hears of each row that is picked. It is no
 * longer picked once it is gone, or once another entry is `chosen`, as by a link or the search.
 */
export function usePickedTrouble<T>(
  sections: readonly ListSection<CatalogRow<T>>[] | undefined,
  chosen: string | null,
): { trouble: Trouble | null; pick: (row: CatalogRow<T>) => void } {
  const [picked, setPicked] = useState<{ row: Trouble; beside: string | null } | null>(null);
  const pick = (row: CatalogRow<T>): void => setPicked(row.kind === 'entry' ? null : { row, beside: chosen });
  if (picked === null || picked.beside !== chosen) return { trouble: null, pick };
  const { row } = picked;
  return { trouble: sections === undefined ? row : rowNow(sections, row), pick };
}

/** The row of the same list, if that is still in trouble. */
function rowNow<T>(
  sections: readonly ListSection<CatalogRow<T>>[],
  { kind, serverId, list }: Trouble,
): Trouble | null {
  const items = sections.find(({ key }) => key === serverId)?.items;
  for (let place = (items?.length ?? 0) - 1; place >= 0; place -= 1) {
    const row = items?.at(place);
    if (row !== undefined && row.kind !== 'entry' && row.kind === kind && row.list === list) return row;
  }
  return null;
}
