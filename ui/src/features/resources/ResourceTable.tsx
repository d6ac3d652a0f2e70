import type { ReactNode, Ref } from 'react';
import type { ResourceColumn, ResourceSort } from '../../api/generated/contract';
import { TroubleRow } from '../../entities/catalog/CatalogRows';
import type { ContextMenuContent } from '../../kit/ContextMenu';
import { Icon } from '../../kit/Icon';
import { SectionList } from '../../kit/SectionList';
import type { ChosenBy, ListSection, SectionListHandle } from '../../kit/SectionList';
import { COLUMNS, nextSort } from './columns';
import { ResourceRow } from './ResourceRow';
import { rowKey, rowLabel } from './rows';
import type { Row } from './rows';
import { t } from '../../words/translate';
import styles from './table.module.css';

/** A row of the list. */
export const renderResource = (row: Row): ReactNode =>
  row.kind === 'entry' ? <ResourceRow entry={row.entry} /> : <TroubleRow row={row} />;

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
