import { useMemo, type ReactNode } from 'react';
import { jsonColumns } from '../../kit/Table/jsonColumns';
import { cellText, type JsonRows } from '../../kit/Table/jsonTable';
import { own, type JsonObject } from '../../lib/json';
import { CopyTable } from './CopyTable';

interface JsonTableProps {
  /** Accessible name. */
  label: string;
  table: JsonRows;
}

/** A table of flat JSON objects. */
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
    />
  );
}
