import type { ReactNode } from 'react';
import { own, type JsonObject, type JsonValue } from '../../lib/json';
import { visibleString } from '../../lib/visible';
import { VisibleText } from '../VisibleText';
import { cellText, columnWidths, isNumeric, type JsonRows } from './jsonTable';
import type { Column } from './Table';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import marks from '../marks.module.css';
import tableStyles from './table.module.css';

/** The columns of a table of flat JSON objects, and its least width, px. */
export function jsonColumns(table: JsonRows): { columns: Column<JsonObject>[]; minWidth: number } {
  const widths = columnWidths(table);
  const all = widths.reduce((sum, one) => sum + one, 0);
  const columns = table.columns.map((name, index): Column<JsonObject> => ({
    key: name,
    head: <VisibleText text={name} />,
    align: isNumeric(table, name) ? 'end' : 'start',
    width: `${(100 * (widths[index] ?? 0)) / all}%`,
    cell: (row) => <Cell value={own(row, name)} />,
    title: (row) => visibleString(cellText(own(row, name))),
    sortBy: (row) => sortValue(own(row, name)),
  }));
  return { columns, minWidth: all * 5 };
}

function sortValue(value: JsonValue | undefined): number | string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'number' ? value : cellText(value);
}

function Cell({ value }: { value: JsonValue | undefined }): ReactNode {
  if (value === undefined) return null;
  if (Array.isArray(value)) {
    // oxlint-disable-next-line react/no-array-index-key
    return value.map((item, index) => (
      <span key={index} className={cx(marks.tag, tableStyles.tag)}>
        <VisibleText text={cellText(item)} />
      </span>
    ));
  }
  if (typeof value === 'string') return <VisibleText text={value} />;
  return (
    <span className={typeof value === 'number' ? layout.num : cx(layout.mono, layout.t3)}>
      <VisibleText text={JSON.stringify(value)} />
    </span>
  );
}
