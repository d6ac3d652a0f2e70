import { useMemo } from 'react';
import type { ReactNode, Ref } from 'react';
import { useApprovalRecords } from '../../api/approvalRecords';
import type { ApprovalRecordFilter, ApprovalRecordHead } from '../../api/generated/contract';
import { byDay } from '../../lib/days';
import { useToday } from '../../lib/now';
import { ErrorNotice } from '../message/ErrorNotice';
import { SectionList } from '../../kit/SectionList';
import type { ChosenBy } from '../../kit/rowChoice';
import type { SectionListHandle } from '../../kit/SectionList';
import { Skeleton } from '../../kit/Skeleton';
import { useRecordMenu } from './menu';
import { RecordRow } from './RecordRow';
import { recordLabel } from './words';
import { t } from '../../words/translate';

interface RecordListProps {
  filter: ApprovalRecordFilter;
  /** The record that is open. */
  selected: string | null;
  onSelect: (record: ApprovalRecordHead, by: ChosenBy) => void;
  handle?: Ref<SectionListHandle>;
  /** What is shown when nothing matches. */
  empty: ReactNode;
}

/** Questions that are over, newest first, under the days they ended on. */
export function RecordList({ filter, selected, onSelect, handle, empty }: RecordListProps): ReactNode {
  const records = useApprovalRecords(filter);
  const menuOf = useRecordMenu();
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = records;
  const rows = useMemo(() => records.data?.pages.flat() ?? [], [records.data]);
  const today = useToday();
  const sections = useMemo(() => byDay(rows, ({ closedAt }) => closedAt, today), [rows, today]);
  if (records.isPending) return <Skeleton rows={6} />;
  if (records.isError) {
    return <ErrorNotice shape="pane" error={records.error} onRetry={() => void records.refetch()} />;
  }
  if (rows.length === 0) return empty;
  return (
    <SectionList
      label={t('common.decisionHistory')}
      keptAs="records"
      sections={sections}
      itemKey={(record) => record.id}
      rowLabel={recordLabel}
      renderRow={renderRecord}
      selected={selected}
      onSelect={onSelect}
      rowMenu={menuOf}
      {...(handle === undefined ? {} : { handle })}
      onEnd={() => {
        if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
      }}
    />
  );
}

const renderRecord = (record: ApprovalRecordHead): ReactNode => <RecordRow record={record} />;
