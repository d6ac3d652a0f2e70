import { useCallback } from 'react';
import type { ReactNode, Ref } from 'react';
import { entryId, useBookmarkIds } from '../../api/bookmarks';
import type { ResourceColumn, ResourceSort } from '../../api/generated/contract';
import { useUpdates } from '../../api/resourceUpdates';
import { TroubleRow } from '../../entities/catalog/CatalogRows';
import type { ContextMenuContent } from '../../kit/ContextMenu';
import { Icon } from '../../kit/Icon';
import { SectionList } from '../../kit/SectionList';
import type { ChosenBy, ListSection, SectionListHandle } from '../../kit/SectionList';
import { COLUMNS, nextSort } from './columns';
import { ResourceRow } from './ResourceRow';
import { entryAddress, keptKey, rowKey, rowLabel } from './rows';
import type { Row } from './rows';
import { t } from '../../words/translate';
import styles from './table.module.css';

/** A row of the list. */
export const renderResource = (row: Row): ReactNode =>
  row.kind === 'entry' ? (
    // The row has a name of its own, in which the columns stand in the order of importance.
    <span className={styles.content} aria-hidden>
      <ResourceRow entry={row.entry} />
    </span>
  ) : (
    <TroubleRow row={row} />
  );

interface ResourceTableProps {
  sections: readonly ListSection<Row>[];
  sort: ResourceSort | null;
  onSort: (sort: ResourceSort | null) => void;
  selected: string | null;
  onSelect: (row: Row, by: ChosenBy) => void;
  rowMenu: (row: Row) => ContextMenuContent;
  handle: Ref<SectionListHandle>;
}

/** Resources and templates as a list with columns, of which a narrow one shows only the first. */
export function ResourceTable({ sort, onSort, rowMenu, ...list }: ResourceTableProps): ReactNode {
  const bookmarks = useBookmarkIds();
  const updateOf = useUpdates();
  const rowNote = useCallback(
    (row: Row): string => {
      if (row.kind !== 'entry') return '';
      const isMarked = bookmarks.has(entryId(keptKey(row.entry)));
      const isChanged = updateOf(row.serverId, entryAddress(row.entry))?.unseen === true;
      return [
        ...(isMarked ? [t('shared.bookmark.label')] : []),
        ...(isChanged ? [t('resources.live.changed')] : []),
      ].join(', ');
    },
    [bookmarks, updateOf],
  );
  return (
    <div className={styles.table}>
      <div role="table" aria-label={t('resources.column.label')} className={styles.head}>
        <div role="row" className={styles.cells}>
          {COLUMNS.map((column) => (
            <Head key={column} column={column} sort={sort} onSort={onSort} />
          ))}
        </div>
      </div>
      <SectionList
        {...list}
        label={t('common.resources')}
        itemKey={rowKey}
        rowLabel={rowLabel}
        rowNote={rowNote}
        renderRow={renderResource}
        rowMenu={rowMenu}
      />
    </div>
  );
}

interface HeadProps {
  column: ResourceColumn;
  sort: ResourceSort | null;
  onSort: (sort: ResourceSort | null) => void;
}

function Head({ column, sort, onSort }: HeadProps): ReactNode {
  const direction = sort?.column !== column ? undefined : sort.descending ? 'descending' : 'ascending';
  return (
    <div role="columnheader" aria-sort={direction} data-column={column}>
      <button type="button" className={styles.sort} onClick={() => onSort(nextSort(sort, column))}>
        <span className={styles.word}>{t(`resources.column.${column}`)}</span>
        {direction !== undefined && <Icon name={direction === 'ascending' ? 'up' : 'down'} size={12} />}
      </button>
    </div>
  );
}
