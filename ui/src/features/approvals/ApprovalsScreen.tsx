import { useHotkeys } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { ALL_RECORDS, useApprovalRecords } from '../../api/approvalRecords';
import { useAnswers, useClosedApprovals } from '../../api/approvals';
import type {
  ApprovalRecordFilter,
  ApprovalRecordHead,
  SourceId,
  ThemedIcon,
} from '../../api/generated/contract';
import { useApprovals, useServers } from '../../api/queries';
import { EmptyState } from '../../kit/EmptyState';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { ListPane } from '../../kit/ListPane';
import { Panes, useNarrow } from '../../entities/layout/Panes';
import { RecordDetail } from '../../entities/record/RecordDetail';
import { SectionList } from '../../kit/SectionList';
import { startOfDay } from '../../lib/days';
import { pointWire } from '../../lib/panels';
import { t } from '../../words/translate';
import { AnsweredScreen } from './AnsweredScreen';
import { ApprovalDetail } from './ApprovalDetail';
import { ApprovalKeys } from './ApprovalKeys';
import { ApprovalClosedPane } from './ApprovalClosedPane';
import { LimitsNotice } from './LimitsNotice';
import { forgetDraft } from './drafts';
import { EntryRow, labelOf, ownerOf, sectionsOf } from './entries';
import type { Entry } from './entries';
import { NeedPane } from './NeedPane';
import { useNeeds } from './needs';
import { PoliciesScreen } from './PoliciesScreen';
import { Tabs } from './Tabs';
import './approvals.css';

/** Everything servers ask of the person. Nothing here is answered by itself. */
export function ApprovalsScreen(): ReactNode {
  const { view } = useSearch({ from: '/approvals' });
  if (view === 'answered') return <AnsweredScreen />;
  if (view === 'policies') return <PoliciesScreen />;
  return <WaitingScreen />;
}

function WaitingScreen(): ReactNode {
  const { item } = useSearch({ from: '/approvals' });
  const navigate = useNavigate({ from: '/approvals' });
  const approvals = useApprovals();
  const closed = useClosedApprovals();
  const answers = useAnswers();
  const iconOf = useServerIcons();
  const narrow = useNarrow();

  const today = useToday();
  const needs = useNeeds();
  const entries = useMemo(
    (): Entry[] => [
      ...(approvals.data ?? []).map((approval): Entry => ({ kind: 'open', id: approval.id, approval })),
      ...needs.map((need): Entry => ({ kind: 'need', id: need.id, need })),
      ...today.map((record): Entry => ({ kind: 'over', id: record.approvalId, record })),
    ],
    [approvals.data, needs, today],
  );
  const chosen = entries.find(({ id }) => id === item);
  // What ended before the eyes of the person stays in its place until they look elsewhere.
  const over = closed.find(({ approval }) => approval.id === item && chosen?.kind !== 'open');
  const first = approvals.data?.[0]?.id;
  const loose = chosen === undefined && over === undefined;
  // The first question opens by itself, but a chosen one never gives way to another: nothing moves under the pointer.
  useEffect(() => {
    if (loose && first !== undefined) void navigate({ search: { item: first }, replace: true });
  }, [loose, first, navigate]);
  // What was typed for a question that ended unseen is nobody's business any more.
  useEffect(() => {
    for (const { approval } of closed) if (approval.id !== item) forgetDraft(approval.id);
  }, [closed, item]);
  const server = chosen === undefined ? undefined : ownerOf(chosen);
  useEffect(() => {
    if (server !== undefined) pointWire({ serverId: server });
  }, [server]);

  const step = (by: 1 | -1): void => {
    const next = entries[entries.findIndex(({ id }) => id === item) + by];
    if (next !== undefined) void navigate({ search: { item: next.id } });
  };
  useHotkeys([
    ['J', () => step(1)],
    ['K', () => step(-1)],
    ['E', editFirst],
  ]);

  return (
    <Panes
      listLabel={t('approvals.listLabel')}
      chosen
      list={
        <ListPane
          title={t('approvals.title')}
          count={approvals.data === undefined ? undefined : approvals.data.length + needs.length}
          loading={approvals.isPending}
          notice={
            <>
              <Tabs />
              {!narrow && <LimitsNotice />}
            </>
          }
        >
          {approvals.isError && (
            <ErrorNotice shape="pane" error={approvals.error} onRetry={() => void approvals.refetch()} />
          )}
          {approvals.data?.length === 0 && needs.length === 0 && (
            <EmptyState icon="approval" title={t('approvals.empty.title')}>
              {t('approvals.empty.help')}
            </EmptyState>
          )}
          {entries.length > 0 && (
            <SectionList
              label={t('approvals.title')}
              rowHeight={68}
              sections={sectionsOf(entries)}
              itemKey={({ id }) => id}
              rowLabel={labelOf}
              renderRow={(entry) => <EntryRow entry={entry} icon={iconOf(ownerOf(entry))} />}
              selected={item ?? null}
              onSelect={({ id }) => void navigate({ search: { item: id } })}
            />
          )}
          <ApprovalKeys />
        </ListPane>
      }
      detail={
        <>
          {/* The list that carries it is put away. */}
          {narrow && (
            <div className="limits-over">
              <LimitsNotice />
            </div>
          )}
          {chosen?.kind === 'open' ? (
            <ApprovalDetail
              key={chosen.id}
              approval={chosen.approval}
              icon={iconOf(chosen.approval.serverId)}
            />
          ) : over !== undefined && (over.ending === 'moot' || chosen === undefined) ? (
            <ApprovalClosedPane
              key={over.approval.id}
              over={over}
              answer={answers.get(over.approval.id)}
              icon={iconOf(over.approval.serverId)}
            />
          ) : chosen?.kind === 'need' ? (
            <NeedPane key={chosen.id} need={chosen.need} />
          ) : chosen !== undefined ? (
            <RecordDetail key={chosen.id} id={chosen.record.id} />
          ) : (
            <EmptyState icon="approval" title={t('approvals.select')} />
          )}
        </>
      }
    />
  );
}

/** What is over since midnight, newest first, without what was declined unseen. */
function useToday(): readonly ApprovalRecordHead[] {
  const [since] = useState(() => startOfDay(Date.now()));
  const filter = useMemo(
    (): ApprovalRecordFilter => ({
      ...ALL_RECORDS,
      endings: ['accepted', 'declined', 'cancelled', 'moot'],
      since,
    }),
    [since],
  );
  const records = useApprovalRecords(filter);
  return useMemo(() => records.data?.pages.flat() ?? [], [records.data]);
}

/** Puts the cursor into the first thing that can be changed about the question that is open; how it is shown is no such thing. */
function editFirst(): void {
  const candidates = document.querySelectorAll<HTMLElement>(
    '.approval-detail .approval-fields :is(input, textarea, [contenteditable=true], [data-edits])',
  );
  const first = [...candidates].find((each) => each.closest('[data-view]') === null);
  // A text that is changed at a press takes the focus by itself.
  if (first?.dataset['edits'] === undefined) first?.focus();
  else first.click();
}

function useServerIcons(): (serverId: SourceId) => ThemedIcon | null {
  const servers = useServers().data ?? [];
  return (serverId) => servers.find((server) => server.id === serverId)?.icon ?? null;
}
