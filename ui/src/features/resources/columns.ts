import type { ResourceColumn, ResourceSort } from '../../api/generated/contract';
import { typeName } from '../../entities/content/kind';
import { sortedInSteps } from '../../kit/Table/order';
import type { SortValue } from '../../kit/Table/order';
import type { CatalogGroup } from '../../lib/catalogRows';
import type { Steps } from '../../lib/steps';
import { typeOf } from './entryType';
import type { ResourceEntry } from './rows';

/** The columns of the list, the most important first: a narrow list leaves out the last ones. */
export const COLUMNS: readonly ResourceColumn[] = [
  'name',
  'type',
  'size',
  'modified',
  'priority',
  'audience',
];

/** When an entry was last changed, as its server reports it, Unix ms; `null` = it reports none that can be read. */
export function modifiedAt(entry: ResourceEntry): number | null {
  const written = entry.head.annotations.lastModified;
  const at = written === null ? Number.NaN : Date.parse(written);
  return Number.isNaN(at) ? null : at;
}

/** What an entry is sorted by in a column; `null` comes last in both directions. */
function sortValue(entry: ResourceEntry, column: ResourceColumn): SortValue {
  const { annotations } = entry.head;
  switch (column) {
    case 'name':
      return entry.head.title;
    case 'type': {
      const type = typeOf(entry);
      return type === null ? null : typeName(type.type);
    }
    case 'size':
      return entry.kind === 'resource' ? entry.head.sizeBytes : null;
    case 'modified':
      return modifiedAt(entry);
    case 'priority':
      return annotations.priority;
    case 'audience':
      return annotations.audience.length === 0 ? null : annotations.audience.join(', ');
  }
}

/** The order after one more click on a head: up, down, as its server lists them. */
export function nextSort(sort: ResourceSort | null, column: ResourceColumn): ResourceSort | null {
  if (sort?.column !== column) return { column, descending: false };
  return sort.descending ? null : { column, descending: true };
}

/** Sorts the entries of each server; rows that say why entries are missing stay at the end. */
export function* sortGroups(
  groups: readonly CatalogGroup<ResourceEntry>[],
  sort: ResourceSort | null,
): Steps<readonly CatalogGroup<ResourceEntry>[]> {
  if (sort === null) return groups;
  const { column, descending } = sort;
  const inOrder: CatalogGroup<ResourceEntry>[] = [];
  for (const group of groups) {
    const entries = group.rows.filter((row) => row.kind === 'entry');
    const others = group.rows.filter((row) => row.kind !== 'entry');
    const rows = yield* sortedInSteps(
      entries,
      ({ entry }) => sortValue(entry, column),
      descending ? 'descending' : 'ascending',
    );
    inOrder.push({ ...group, rows: [...rows, ...others] });
  }
  return inOrder;
}
