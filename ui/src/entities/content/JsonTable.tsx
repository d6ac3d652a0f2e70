import { useMemo, type ReactNode } from 'react';
import { DRAWN_COLUMNS, jsonColumns } from '../../kit/Table/jsonColumns';
import { cellText, type JsonRows } from '../../kit/Table/jsonTable';
import { own, type JsonObject } from '../../lib/json';
import { t } from '../../words/translate';
import { CopyTable } from './CopyTable';
import styles from './preview/preview.module.css';

interface JsonTableProps {
  /** Accessible name. */
  label: string;
  table: JsonRows;
}

/** A table of JSON objects. */
export function JsonTable({ label, table }: JsonTableProps): ReactNode {
  const { columns, minWidth } = useMemo(() => jsonColumns(table), [table]);
  const cellsOf = (row: JsonObject) =>
    table.columns.map((name) => {
      const value = own(row, name);
      return typeof value === 'number' ? value : value === null ? '' : cellText(value);
    });
  return (
    <CopyTable
      label={label}
      columns={columns}
      rows={table.rows}
      heads={table.columns}
      cellsOf={cellsOf}
      fileName="result"
      minWidth={minWidth}
    >
      {table.columns.length > DRAWN_COLUMNS && (
        <span className={styles.facts}>
          {t('content.table.firstColumns', { shown: DRAWN_COLUMNS, columns: table.columns.length })}
        </span>
      )}
    </CopyTable>
  );
}
