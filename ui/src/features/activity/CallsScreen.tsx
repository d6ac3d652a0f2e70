import { Select } from '../../kit/controls';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { HistoryId, HistoryRow, RequestKind } from '../../api/generated/contract';
import { useFilteredClient } from '../../api/clients';
import { useCalls, useReadOn } from '../../api/history';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { ListPane } from '../../kit/ListPane';
import { Panes } from '../../entities/layout/Panes';
import { callMenu } from '../../entities/catalog/rowMenus';
import { useShowChosen } from '../../entities/catalog/useShowChosen';
import { useClientEntries } from '../../entities/record/menu';
import { useRunning } from '../../entities/task/useRunning';
import { RunningTasks } from '../../entities/task/RunningTasks';
import { SectionList } from '../../kit/SectionList';
import type { ChosenBy } from '../../kit/rowChoice';
import type { SectionListHandle } from '../../kit/SectionList';
import { ServerFilter } from '../../entities/server/ServerFilter';
import { byDay } from '../../lib/days';
import { useToday } from '../../lib/now';
import { t } from '../../words/translate';
import { REQUEST_KINDS } from '../../entities/result/requestKind';
import { STATUS } from '../../entities/result/status';
import { STATUSES, wantedCalls } from './calls';
import type { StatusFilter } from './calls';
import { ActivityStart } from './ActivityStart';
import { CallDetail } from './CallDetail';
import { callLabel, CallRow } from './CallRow';
import { ClearButton } from './ClearButton';
import { NoCalls } from './NoCalls';
import { TabSwitch } from './TabSwitch';
import type { ActivityTab } from './TabSwitch';
import runningTasksStyles from '../../entities/task/running-tasks.module.css';
import styles from './activity.module.css';

const statusChoices = (): { value: StatusFilter; label: string }[] => [
  { value: 'all', label: t('activity.filter.allStatuses') },
  ...STATUSES.map((status) => ({ value: status, label: t(STATUS[status].text) })),
];

const kindChoices = (): { value: string; label: string }[] => [
  { value: '', label: t('activity.filter.allTypes') },
  { value: 'tool', label: t('common.tools') },
  { value: 'prompt', label: t('common.prompts') },
  { value: 'resource', label: t('common.resources') },
];

/** Typing pauses this long before the calls are searched. */
const SEARCH_AFTER_MS = 150;

/** With so many rows the list is full. */
const FILLS_LIST = 50;

/** So many pages are looked through for a status at once. */
const PAGES_READ_ON = 10;

const renderCall = (row: HistoryRow): ReactNode => <CallRow row={row} />;

interface CallsScreenProps {
  tab: ActivityTab;
  onTab: (tab: ActivityTab) => void;
}

/** All finished calls, newest first, and the one that is open. */
export function CallsScreen({ tab, onTab }: CallsScreenProps): ReactNode {
  const { filter: chosen = null, item } = useSearch({ from: '/activity' });
  const client = useFilteredClient(chosen)?.name ?? null;
  const serverId = client === null ? chosen : null;
  const navigate = useNavigate({ from: '/activity' });
  const [text, setText] = useState('');
  const [status, setStatus] = useState<StatusFilter>('all');
  const [kind, setKind] = useState<RequestKind | null>(null);
  const [query] = useDebouncedValue(text.trim(), SEARCH_AFTER_MS);
  const list = useRef<SectionListHandle>(null);
  const clientEntries = useClientEntries();
  const calls = useCalls({
    serverId,
    ...(query === '' ? {} : { query }),
    ...(client === null ? {} : { caller: { kind: 'client', name: client } }),
    ...(kind === null ? {} : { kind }),
  });
  const running = useRunning();
  // What runs is a call of a tool.
  const tasks = (kind === null || kind === 'tool' ? running : []).filter((task) =>
    client === null ? chosen === null || task.serverId === chosen : task.client === client,
  );
  const rows = useMemo(() => calls.data?.pages.flat() ?? [], [calls.data]);
  const wanted = useMemo(() => wantedCalls(rows, status), [rows, status]);
  const today = useToday();
  const sections = useMemo(() => byDay(wanted, ({ startedAt }) => startedAt, today), [wanted, today]);

  const { hasNextPage, isFetchingNextPage, fetchNextPage } = calls;
  const narrowed = query !== '' || status !== 'all' || kind !== null;
  // The status is looked at here: a few pages are read on, and further ones only when they are asked for.
  const loaded = calls.data?.pages.length ?? 0;
  const [pages, setPages] = useState(PAGES_READ_ON);
  const readsOn = useReadOn(calls, status !== 'all' && wanted.length < FILLS_LIST && loaded < pages);
  useShowChosen({
    title: t('common.calls'),
    sections: calls.isSuccess ? sections : undefined,
    rowKey: ({ id }) => id,
    selected: item ?? null,
    onQuery: setText,
    onAll: () => {
      setStatus('all');
      setKind(null);
    },
    isListed: () => narrowed,
  });
  const showAll = (): void => {
    setText('');
    setStatus('all');
    setKind(null);
    if (chosen !== null) void navigate({ search: item === undefined ? {} : { item } });
  };

  const open = (row: HistoryRow, by: ChosenBy): void =>
    void navigate({
      search: { ...(chosen === null ? {} : { filter: chosen }), item: row.id },
      replace: by === 'pass',
    });

  return (
    <Panes
      listLabel={t('activity.call.pane')}
      chosen={item !== undefined}
      list={
        <ListPane
          title={t('app.nav.activity')}
          count={hasNextPage ? undefined : wanted.length}
          loading={calls.isPending}
          actions={
            <>
              <ServerFilter
                value={chosen}
                withWebtools
                withClients
                onChange={(next) => void navigate({ search: next === null ? {} : { filter: next } })}
              />
              <ClearButton
                what="calls"
                serverId={serverId}
                client={client ?? undefined}
                disabled={rows.length === 0 && query === '' && kind === null}
              />
            </>
          }
          search={{
            label: t('activity.call.search'),
            value: text,
            onChange: setText,
            onEnterList: () => list.current?.focus(),
          }}
          notice={
            <>
              <div className={styles['activity-bar']}>
                <TabSwitch tab={tab} onTab={onTab} />
                <div className={styles['activity-filters']}>
                  <Select
                    aria-label={t('activity.filter.kind')}
                    allowDeselect={false}
                    data={kindChoices()}
                    value={kind ?? ''}
                    onChange={(next) => setKind(REQUEST_KINDS.find((each) => each === next) ?? null)}
                  />
                  <Select
                    aria-label={t('common.status')}
                    allowDeselect={false}
                    data={statusChoices()}
                    value={status}
                    onChange={(next) => next !== null && setStatus(next)}
                  />
                </div>
              </div>
              {tasks.length > 0 && (
                <div className={runningTasksStyles['list-tasks']}>
                  <RunningTasks tasks={tasks} shows="tool" />
                </div>
              )}
            </>
          }
        >
          {calls.isError && (
            <ErrorNotice shape="pane" error={calls.error} onRetry={() => void calls.refetch()} />
          )}
          {calls.isSuccess && wanted.length === 0 && !isFetchingNextPage && !readsOn && (
            <NoCalls
              searching={narrowed}
              filter={chosen}
              running={tasks.length > 0}
              onAll={showAll}
              onOlder={status !== 'all' && hasNextPage ? () => setPages(loaded + PAGES_READ_ON) : null}
            />
          )}
          {wanted.length > 0 && (
            <SectionList
              label={t('common.calls')}
              keptAs="calls"
              sections={sections}
              itemKey={(row) => row.id}
              rowLabel={callLabel}
              renderRow={renderCall}
              selected={item ?? null}
              onSelect={open}
              rowMenu={(row) => {
                const menu = callMenu(row, () => open(row, 'pick'));
                return { ...menu, entries: [...menu.entries, ...clientEntries(row.client)] };
              }}
              handle={list}
              onEnd={() => {
                if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
              }}
            />
          )}
        </ListPane>
      }
      detail={
        item !== undefined ? (
          <CallDetail key={item} id={item as HistoryId} />
        ) : (
          rows.length + tasks.length > 0 && (
            <ActivityStart
              serverId={serverId}
              caller={client === null ? null : { kind: 'client', name: client }}
              running={tasks.length}
            />
          )
        )
      }
    />
  );
}
