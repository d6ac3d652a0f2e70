import { useMemo } from 'react';
import { parseCsv, type CsvTable as Csv } from '../../lib/csv';
import { visibleString } from '../../lib/visible';
import { Note } from '../../kit/Note';
import { Table, type Column } from '../../kit/Table/Table';
import { VisibleText } from '../../kit/VisibleText';
import { t } from '../../words/translate';
import styles from './preview.module.css';

/** Wider tables are cut: the text view shows all of it. */
const COLUMNS_MAX = 60;

/** The least width of a column, px. */
const COLUMN_PX = 96;

/** The rows that tell whether a column holds numbers. */
const SAMPLE = 30;

interface CsvTableProps {
  label: string;
  text: string;
}

type Line = readonly string[];

/** Separated text as a table. */
export function CsvTable({ label, text }: CsvTableProps) {
  const table = useMemo(() => parseCsv(text), [text]);
  const columns = useMemo(
    () => table.header.slice(0, COLUMNS_MAX).map((_, index) => columnOf(table, index)),
    [table],
  );
  return (
    <div className={styles['preview-csv']}>
      <Table
        label={label}
        columns={columns}
        rows={table.rows}
        minWidth={columns.length * COLUMN_PX}
        height="pane"
      />
      <CutNote rows={table.omitted} columns={table.header.length - columns.length} />
    </div>
  );
}

function columnOf({ header, rows }: Csv, index: number): Column<Line> {
  const textOf = (line: Line): string => line[index] ?? '';
  const isNumber =
    rows.length > 0 && rows.slice(0, SAMPLE).every((line) => numberOf(textOf(line)) !== undefined);
  return {
    key: String(index),
    head: <VisibleText text={header[index] ?? ''} />,
    align: isNumber ? 'end' : 'start',
    cell: (line) => <VisibleText text={textOf(line)} />,
    title: (line) => visibleString(textOf(line)),
    sortBy: (line) =>
      textOf(line) === '' ? null : ((isNumber ? numberOf(textOf(line)) : undefined) ?? textOf(line)),
  };
}

/** An empty cell is no number, and no reason to take its column for text. */
function numberOf(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

function CutNote({ rows, columns }: { readonly rows: number; readonly columns: number }) {
  if (rows <= 0 && columns <= 0) return null;
  if (rows <= 0) return <Note>{t('content.preview.moreColumns', { columns })}</Note>;
  if (columns <= 0) return <Note>{t('content.preview.moreRows', { rows })}</Note>;
  return <Note>{t('content.preview.moreCells', { rows, columns })}</Note>;
}
