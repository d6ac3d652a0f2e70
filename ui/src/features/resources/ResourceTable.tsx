import { useElementSize } from '@mantine/hooks';
import { useCallback, useState } from 'react';
import type { CSSProperties, ReactNode, Ref } from 'react';
import { entryId, useBookmarkIds } from '../../api/bookmarks';
import type { ResourceSort } from '../../api/generated/contract';
import type { ColumnWidths } from '../../api/resourceViews';
import { useUpdates } from '../../api/resourceUpdates';
import { TroubleRow } from '../../entities/catalog/CatalogRows';
import type { ContextMenuContent } from '../../kit/ContextMenu';
import { SectionList } from '../../kit/SectionList';
import type { ChosenBy } from '../../kit/rowChoice';
import type { ListSection, SectionListHandle } from '../../kit/SectionList';
import type { Marks } from '../../kit/SectionScroller';
import { ColumnHeads } from './ColumnHeads';
import { gridOf, shownColumns } from './columnWidths';
import { ResourceRow } from './ResourceRow';
import { dragRows } from './dragRows';
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
  widths: ColumnWidths;
  /** The person has changed the widths. */
  onWidths: (widths: ColumnWidths) => void;
  selected: string | null;
  onSelect: (row: Row, by: ChosenBy) => void;
  rowMenu: (row: Row) => ContextMenuContent;
  marks: Marks<Row>;
  handle: Ref<SectionListHandle>;
}

/** Resources and templates as a list with columns, of which a narrow one shows only the first. */
export function ResourceTable({
  sort,
  onSort,
  widths: kept,
  onWidths,
  rowMenu,
  ...list
}: ResourceTableProps): ReactNode {
  const { ref, width: tablePx } = useElementSize();
  // What the person sees while a line between columns is dragged, and until that is kept.
  const [dragged, setDragged] = useState({ from: kept, to: kept });
  const widths = dragged.from === kept ? dragged.to : kept;
  const shown = shownColumns(tablePx, widths);
  const bookmarks = useBookmarkIds();
  const updateOf = useUpdates();
  const rowNote = useCallback(
    (row: Row): string => {
      if (row.kind !== 'entry') return '';
      const isMarked = bookmarks.has(entryId(keptKey(row.entry)));
      const isChanged = updateOf(row.serverId, entryAddress(row.entry))?.unseen === true;
      return [
        ...(isMarked ? [t('shared.bookmark.label')] : []),
        ...(isChanged ? [t('common.changed')] : []),
      ].join(', ');
    },
    [bookmarks, updateOf],
  );
  return (
    <div
      ref={ref}
      className={styles.table}
      data-shown={shown.length}
      style={{ '--columns': gridOf(shown, widths) } as CSSProperties}
    >
      <ColumnHeads
        shown={shown}
        sort={sort}
        onSort={onSort}
        widths={widths}
        tablePx={tablePx}
        onWidths={(next, isKept) => {
          setDragged({ from: kept, to: next });
          if (isKept) onWidths(next);
        }}
      />
      <SectionList
        {...list}
        label={t('common.resources')}
        itemKey={rowKey}
        rowLabel={rowLabel}
        rowNote={rowNote}
        renderRow={renderResource}
        rowMenu={rowMenu}
        dragOut={dragRows}
      />
    </div>
  );
}
