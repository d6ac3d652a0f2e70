import { useState, type ReactNode } from 'react';
import { CopyButton } from '../../kit/CopyButton';
import type { ContextMenuContent, MenuEntry } from '../../kit/ContextMenu';
import { ActionIcon } from '../../kit/controls';
import { Icon } from '../../kit/Icon';
import type { IconName } from '../../kit/iconPaths';
import { Table, type Column, type Picked } from '../../kit/Table/Table';
import { copyAndSay } from '../../lib/copyAndSay';
import { exportCsv, writeCsv, type Cells } from '../../lib/csv';
import { modKey } from '../../lib/platform';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { saveText } from './saveContents';
import styles from './copyTable.module.css';

interface CopyTableProps<R> {
  /** Accessible name. */
  label: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  /** The names of all columns, also of those that are not drawn. */
  heads: Cells;
  /** All cells of a row, in the order of `heads`. */
  cellsOf: (row: R) => Cells;
  /** All of the table as CSV, where `rows` are only its beginning. */
  whole?: { copied: string; saved: () => Promise<string> };
  /** The name that is proposed for a file, without its ending. */
  fileName: string;
  minWidth: number;
  height?: 'page' | 'pane';
  /** Left of the buttons. */
  children?: ReactNode;
}

/** A table whose cell, row or whole is copied, by button, context menu or key, and saved as CSV. */
export function CopyTable<R>(props: CopyTableProps<R>): ReactNode {
  const { label, columns, rows, heads, cellsOf, whole, fileName, children, ...size } = props;
  const [picked, setPicked] = useState<Picked<R> | null>(null);
  const cell = ({ row, column }: Picked<R>): string =>
    String(cellsOf(row)[columns.findIndex(({ key }) => key === column)] ?? '');
  const line = ({ row }: Picked<R>): string => writeCsv([cellsOf(row)]);
  const all = (): Cells[] => [heads, ...rows.map(cellsOf)];
  const copied = (): string => whole?.copied ?? writeCsv(all());
  const save = async (): Promise<void> =>
    saveText(`${fileName}.csv`, whole === undefined ? exportCsv(all()) : await whole.saved());
  const cellMenu = (at: Picked<R>): ContextMenuContent => ({
    label: t('content.table.menu', { name: visibleString(label) }),
    entries: [
      {
        ...entry('copy', t('content.table.copyCell'), () => void copyAndSay(cell(at))),
        keys: `${modKey} C`,
      },
      entry('duplicate', t('content.table.copyRow'), () => void copyAndSay(line(at))),
      entry('table', t('content.table.copyTable'), () => void copyAndSay(copied())),
      { kind: 'divider' },
      entry('download', t('content.table.save'), () => void save()),
    ],
  });
  return (
    <>
      <div className={styles.bar}>
        {children}
        {picked !== null && (
          <>
            <CopyButton icon="copy" label={t('content.table.copyCell')} text={() => cell(picked)} />
            <CopyButton icon="duplicate" label={t('content.table.copyRow')} text={() => line(picked)} />
          </>
        )}
        <CopyButton icon="table" label={t('content.table.copyTable')} text={copied} />
        <ActionIcon
          size="xs"
          aria-label={t('content.table.save')}
          title={t('content.table.save')}
          onClick={() => void save()}
        >
          <Icon name="download" size={14} />
        </ActionIcon>
      </div>
      <Table
        label={label}
        columns={columns}
        rows={rows}
        {...size}
        picked={picked}
        onPick={setPicked}
        cellMenu={cellMenu}
        onCopy={(at) => void copyAndSay(cell(at))}
      />
    </>
  );
}

const entry = (
  icon: IconName,
  label: string,
  onPick: () => void,
): Extract<MenuEntry, { kind: 'action' }> => ({
  kind: 'action',
  icon,
  label,
  onPick,
});
