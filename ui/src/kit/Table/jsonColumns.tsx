import type { ReactNode } from 'react';
import { own, type JsonObject, type JsonValue } from '../../lib/json';
import { visibleString } from '../../lib/visible';
import { VisibleText } from '../VisibleText';
import { cellText, columnWidths, isList, isNumeric, type JsonRows } from './jsonTable';
import type { Column } from './Table';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import marks from '../marks.module.css';
import tableStyles from './table.module.css';

/** More columns are not drawn. */
export const DRAWN_COLUMNS = 24;

/** So much of an object in a cell is drawn, in characters. */
const DRAWN_JSON = 300;

/** The first columns of a table of JSON objects, and its least width, px. */
export function jsonColumns(whole: JsonRows): { columns: Column<JsonObject>[]; minWidth: number } {
  const table = { ...whole, columns: whole.columns.slice(0, DRAWN_COLUMNS) };
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
  if (isList(value)) {
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
      <VisibleText text={beginning(JSON.stringify(value))} />
    </span>
  );
}

const beginning = (json: string): string =>
  json.length > DRAWN_JSON ? `${json.slice(0, DRAWN_JSON)}…` : json;
