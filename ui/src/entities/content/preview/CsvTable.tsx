import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { Segments } from '../../../kit/controls';
import { Note } from '../../../kit/Note';
import type { Column } from '../../../kit/Table/Table';
import { Skeleton } from '../../../kit/Skeleton';
import { VisibleText } from '../../../kit/VisibleText';
import { exportCsv } from '../../../lib/csv';
import { formatList, formatNumber } from '../../../lib/format';
import { visibleString } from '../../../lib/visible';
import { t } from '../../../words/translate';
import { cx } from '../../../lib/cx';
import layout from '../../../styles/layout.module.css';
import { CopyTable } from '../CopyTable';
import { ChartPanel } from '../../chart/ChartPanel';
import { chartRows, hasNumbers, isNumeric, numberOf } from './csvChart';
import { readCsv, rewriteCsv, type CsvRows } from './readCsv';
import { useReading } from './useReading';
import styles from './preview.module.css';

/** Wider tables are cut: the text view shows all of it. */
const COLUMNS_MAX = 60;

/** The least width of a column, px. */
const COLUMN_PX = 96;

/** So many faulty lines are named. */
const NAMED = 5;

interface CsvTableProps {
  label: string;
  text: string;
  isTabbed?: boolean;
}

type Line = readonly string[];

/** Separated text as a table. */
export default function CsvTable({ label, text, isTabbed = false }: CsvTableProps): ReactNode {
  const read = useCallback((signal: AbortSignal) => readCsv(text, isTabbed, signal), [text, isTabbed]);
  const table = useReading(read);
  return table === null ? (
    <Skeleton rows={4} />
  ) : (
    <Rows table={table} label={label} text={text} isTabbed={isTabbed} />
  );
}

function Rows({ table, label, text, isTabbed }: Required<CsvTableProps> & { table: CsvRows }): ReactNode {
  const columns = useMemo(
    () => table.header.slice(0, COLUMNS_MAX).map((_, index) => columnOf(table, index)),
    [table],
  );
  const [view, setView] = useState<'table' | 'chart'>('table');
  const charted = useMemo(() => (view === 'chart' ? chartRows(table, COLUMNS_MAX) : null), [view, table]);
  const whole = { copied: text, saved: () => rewriteCsv(text, isTabbed, exportCsv) };
  return (
    <div className={styles['stack']} data-fill>
      <Faults table={table} columns={table.header.length - columns.length} />
      {hasNumbers(table, COLUMNS_MAX) && (
        <Segments
          size="xs"
          label={t('content.viewOf', { name: visibleString(label) })}
          data={(['table', 'chart'] as const).map((value) => ({ value, label: t(`content.view.${value}`) }))}
          value={view}
          onChange={setView}
        />
      )}
      {charted !== null && (
        <div className={cx(styles['chart'], layout.scrolls)}>
          <ChartPanel label={label} table={charted} />
        </div>
      )}
      {charted === null && (
        <CopyTable
          label={label}
          columns={columns}
          rows={table.rows}
          heads={table.header}
          cellsOf={(line) => line}
          {...(table.omitted > 0 ? { whole } : {})}
          fileName="table"
          minWidth={columns.length * COLUMN_PX}
          height="pane"
        >
          <span className={styles['facts']}>
            {t('content.table.size', {
              rows: table.rows.length + table.omitted,
              columns: table.header.length,
            })}
          </span>
        </CopyTable>
      )}
    </div>
  );
}

function columnOf(table: CsvRows, index: number): Column<Line> {
  const textOf = (line: Line): string => line[index] ?? '';
  const isNumber = isNumeric(table, index);
  return {
    key: String(index),
    head: <VisibleText text={table.header[index] ?? ''} />,
    align: isNumber ? 'end' : 'start',
    cell: (line) => <VisibleText text={textOf(line)} />,
    title: (line) => visibleString(textOf(line)),
    sortBy: (line) =>
      textOf(line) === '' ? null : ((isNumber ? numberOf(textOf(line)) : undefined) ?? textOf(line)),
  };
}

/** What is not in the table, and which lines do not fit it. */
function Faults({ table: { broken, omitted }, columns }: { table: CsvRows; columns: number }): ReactNode {
  const notes = [
    ...(broken.length > 0
      ? [
          t('content.table.broken', {
            count: broken.length,
            lines: formatList(broken.slice(0, NAMED).map((line) => formatNumber(line))),
          }),
        ]
      : []),
    ...(columns > 0 && omitted > 0 ? [t('content.preview.moreCells', { rows: omitted, columns })] : []),
    ...(columns > 0 && omitted <= 0 ? [t('content.preview.moreColumns', { columns })] : []),
    ...(columns <= 0 && omitted > 0 ? [t('content.preview.moreRows', { rows: omitted })] : []),
  ];
  if (notes.length === 0) return null;
  return <Note tone={broken.length > 0 ? 'lamp' : 'plain'}>{notes.join(' ')}</Note>;
}
