import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useAnswers, useClosedApprovals } from '../../api/approvals';
import type { ClosedApproval } from '../../api/approvals';
import { useApprovals } from '../../api/queries';
import { EmptyState } from '../../kit/EmptyState';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { ListPane } from '../../kit/ListPane';
import { Panes, useNarrow } from '../../entities/layout/Panes';
import { RecordDetail } from '../../entities/record/RecordDetail';
import { useServerIcon } from '../../entities/server/ServerIcon';
import { SectionList } from '../../kit/SectionList';
import { useSingleKey } from '../../kit/useSingleKey';
import { pointWire } from '../../lib/panels';
import { t } from '../../words/translate';
import { AnsweredScreen } from './AnsweredScreen';
import { ApprovalDetail } from './ApprovalDetail';
import { ApprovalKeys } from './ApprovalKeys';
import { ApprovalClosedPane } from './ApprovalClosedPane';
import { LimitsNotice } from './LimitsNotice';
import { ClientPane } from './ClientPane';
import { DecidedPane } from './DecidedPane';
import type { Decided } from './DecidedPane';
import { forgetDraft } from './drafts';
import { EntryRow, labelOf, ownerOf, sectionsOf } from './entries';
import type { Entry } from './entries';
import { useEntryMenu } from './entryMenu';
import { NeedPane } from './NeedPane';
import { focusFirstField, focusList, useKeptFocus } from './keptFocus';
import type { Chosen } from './keptFocus';
import { PoliciesScreen } from './PoliciesScreen';
import { DefinitionsScreen } from './review/DefinitionsScreen';
import { DefinitionsPane } from './review/DefinitionsPane';
import { Tabs } from './Tabs';
import { useEntries } from './useEntries';
import { useNewRequestsSaid } from './useNewRequestsSaid';
import styles from './approvals.module.css';

/** Everything servers ask of the person. Nothing here is answered by itself. */
export function ApprovalsScreen(): ReactNode {
  const { view, server } = useSearch({ from: '/approvals' });
  useNewRequestsSaid();
  if (view === 'answered') return <AnsweredScreen />;
  if (view === 'policies') return <PoliciesScreen />;
  return server === undefined ? <WaitingScreen /> : <DefinitionsScreen key={server} />;
}

function WaitingScreen(): ReactNode {
  const { item } = useSearch({ from: '/approvals' });
  const navigate = useNavigate({ from: '/approvals' });
  const router = useRouter();
  const approvals = useApprovals();
  const closed = useClosedApprovals();
  const menuOf = useEntryMenu();
  const narrow = useNarrow();
  const [decided, setDecided] = useState<Decided | null>(null);
  const [picked, setPicked] = useState<Chosen | null>(null);

  const { waiting, later, isPending, over: past, failed } = useEntries();
  const entries = useMemo(() => [...waiting, ...later, ...past], [waiting, later, past]);
  const sections = useMemo(() => sectionsOf(entries), [entries]);
  const chosen = entries.find(({ id }) => id === item);
  // What ended before the eyes of the person stays in its place until they look elsewhere.
  const over = closed.find(({ approval }) => approval.id === item && chosen?.kind !== 'open');
  const first = waiting.find(({ kind, id }) => (kind === 'open' || !isPending) && id !== decided?.id)?.id;
  const loose = chosen === undefined && over === undefined;
  useKeptFocus();
  // The first one opens by itself, but a chosen one never gives way to another: nothing moves under the pointer.
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

  const at = waiting.findIndex(({ id }) => id === item);
  const goOn = useEffectEvent((from: number): void => {
    const next = waiting[from] ?? waiting.at(-1);
    if (next === undefined) return;
    setPicked(null);
    focusList();
    void navigate({ search: { item: next.id }, replace: true });
  });
  // Once the person has answered the request on the screen, the next one is shown.
  const answers = useAnswers();
  const asked = useRef<{ id: string; at: number } | null>(null);
  const isAnswered = over !== undefined && over.ending !== 'moot' && answers.has(over.approval.id);
  useEffect(() => {
    const before = asked.current;
    if (chosen?.kind === 'open') asked.current = { id: chosen.id, at };
    else if (isAnswered || before?.id !== item) asked.current = null;
    if (isAnswered && before !== null && before.id === item) goOn(before.at);
  }, [chosen, at, isAnswered, item]);
  const step = (by: 1 | -1): void => {
    const next = at === -1 ? waiting[0] : waiting[at + by];
    setPicked(null);
    // The next J is no text of a form that opens.
    focusList();
    if (next !== undefined) void navigate({ search: { item: next.id }, replace: true });
  };
  const openNext = (): void => {
    const next = waiting[at + 1] ?? waiting.find((entry) => entry !== chosen);
    void navigate({ search: next === undefined ? {} : { item: next.id }, replace: true });
    if (next !== undefined) focusList();
  };
  const finish = (what: string): void => {
    // The person may have gone elsewhere before the answer came, and stays there.
    if (router.state.location.pathname !== '/approvals') return;
    if (chosen === undefined) return;
    setDecided({ what, id: chosen.id, serverId: ownerOf(chosen), at: Date.now() });
    openNext();
  };
  useSingleKey([
    ['J', () => step(1)],
    ['K', () => step(-1)],
    ['E', () => focusFirstField(document.querySelector('[data-part="fields"]'))],
  ]);

  return (
    <Panes
      listLabel={t('common.approvalsPane')}
      chosen={item !== undefined || entries.length > 0}
      list={
        <ListPane
          title={t('common.approvals')}
          count={approvals.data === undefined ? undefined : waiting.length}
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
          {failed !== null && <ErrorNotice shape="pane" error={failed} />}
          {approvals.data !== undefined && waiting.length === 0 && (
            <EmptyState icon="approval" title={t('approvals.empty.title')}>
              {t('approvals.empty.help')}
            </EmptyState>
          )}
          {entries.length > 0 && (
            <SectionList
              label={t('common.approvals')}
              keptAs="approvals"
              rowHeight={68}
              sections={sections}
              itemKey={({ id }) => id}
              rowLabel={labelOf}
              renderRow={renderEntry}
              selected={item ?? null}
              onSelect={({ id }, by) => {
                setPicked(by === 'pick' ? { id } : null);
                void navigate({ search: { item: id }, replace: by === 'pass' });
              }}
              rowMenu={menuOf}
            />
          )}
          <ApprovalKeys />
        </ListPane>
      }
      detail={
        <>
          {/* The list that shows it is closed. */}
          {narrow && (
            <div className={styles['limits-over']}>
              <LimitsNotice />
            </div>
          )}
          <Detail
            entry={chosen}
            picked={picked?.id === item ? picked : null}
            nothing={entries.length === 0}
            over={over}
            // While the next one is on its way, this is not the end.
            decided={first === undefined ? decided : null}
            onDone={finish}
            onLater={openNext}
          />
        </>
      }
    />
  );
}

interface DetailProps {
  /** The entry that is chosen. */
  entry: Entry | undefined;
  /** The entry, if the person has picked it. */
  picked: Chosen | null;
  /** Whether there is nothing to choose. */
  nothing: boolean;
  /** The chosen request, if it ended before the eyes of the person. */
  over: ClosedApproval | undefined;
  /** The last decision of a review. */
  decided: Decided | null;
  onDone: (decision: string) => void;
  /** Hears that the person looks at it later. */
  onLater: () => void;
}

function Detail({ entry, picked, nothing, over, decided, onDone, onLater }: DetailProps): ReactNode {
  const answers = useAnswers();
  const icon = useServerIcon(entry?.kind === 'open' ? entry.approval.serverId : over?.approval.serverId);
  if (entry?.kind === 'open')
    return <ApprovalDetail key={entry.id} approval={entry.approval} icon={icon} picked={picked} />;
  if (over !== undefined && (over.ending === 'moot' || entry === undefined))
    return (
      <ApprovalClosedPane
        key={over.approval.id}
        over={over}
        answer={answers.get(over.approval.id)}
        icon={icon}
      />
    );
  switch (entry?.kind) {
    case 'definitions':
      return (
        <DefinitionsPane
          key={entry.id}
          reviews={entry.reviews}
          isPutOff={entry.isPutOff}
          onDone={onDone}
          onLater={onLater}
        />
      );
    case 'client':
      return <ClientPane key={entry.id} client={entry.client} onDone={onDone} />;
    case 'need':
      return <NeedPane key={entry.id} need={entry.need} onDone={onDone} />;
    case 'over':
      return <RecordDetail key={entry.id} id={entry.record.id} />;
    case undefined:
      if (decided !== null) return <DecidedPane decided={decided} title={t('review.done.all')} />;
      return nothing ? null : <EmptyState icon="approval" title={t('common.selectAnApproval')} />;
  }
}

const renderEntry = (entry: Entry): ReactNode => <EntryRow entry={entry} />;
