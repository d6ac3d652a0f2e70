import { useCallback, useMemo, type ReactNode } from 'react';
import { Note } from '../../../kit/Note';
import { Skeleton } from '../../../kit/Skeleton';
import { Table, type Column } from '../../../kit/Table/Table';
import { VisibleText } from '../../../kit/VisibleText';
import { formatBytes } from '../../../lib/format';
import { visibleString } from '../../../lib/visible';
import { t } from '../../../words/translate';
import type { Part } from '../part';
import { leavesFolder, listArchive, type Entry } from './archive';
import { useReading } from './useReading';
import styles from './preview.module.css';

interface ArchiveListProps {
  part: Part;
  bytes: Uint8Array<ArrayBuffer>;
  label: string;
}

/** What an archive says it holds. */
export default function ArchiveList({ part, bytes, label }: ArchiveListProps): ReactNode {
  const type = part.contents.detectedType ?? '';
  const listing = useReading(useCallback(() => listArchive(type, bytes), [type, bytes]));
  const leaving = useMemo(
    () => listing?.entries.filter(({ name }) => leavesFolder(name)).length ?? 0,
    [listing],
  );
  if (listing === null) return <Skeleton rows={4} />;
  const { entries, more, cut } = listing;
  const total = entries.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
  return (
    <div className={styles['stack']} data-fill>
      <p className={styles['facts']}>
        {t('content.archive.total', { count: entries.length + more, size: formatBytes(total) })}
      </p>
      {cut === 'damaged' && <Note tone="bad">{t('content.archive.cut')}</Note>}
      {cut === 'long' && <Note icon="info">{t('content.archive.long')}</Note>}
      {leaving > 0 && <Note tone="lamp">{t('content.archive.leaving', { count: leaving })}</Note>}
      {more > 0 && <Note>{t('content.archive.more', { count: more })}</Note>}
      <Table label={label} columns={columns()} rows={entries} minWidth={420} height="pane" />
    </div>
  );
}

const columns = (): Column<Entry>[] => [
  {
    key: 'name',
    head: t('common.name'),
    namesRow: true,
    cell: ({ name }) => <VisibleText text={name === '' ? t('content.archive.noName') : name} />,
    title: ({ name }) => visibleString(name),
    sortBy: ({ name }) => name,
  },
  sizeColumn('size', t('common.size'), ({ sizeBytes }) => sizeBytes),
  sizeColumn('packed', t('content.archive.packed'), ({ packedBytes }) => packedBytes),
];

function sizeColumn(key: string, head: string, of: (entry: Entry) => number | null): Column<Entry> {
  return {
    key,
    head,
    align: 'end',
    width: '110px',
    cell: (entry) => {
      const size = of(entry);
      return size === null ? '' : formatBytes(size);
    },
    sortBy: of,
  };
}
