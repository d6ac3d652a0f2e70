import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ALL_RECORDS } from '../../api/approvalRecords';
import type { ApprovalRecordHead, HistoryRow } from '../../api/generated/contract';
import { useAnswer, useServers } from '../../api/queries';
import { findLogLines } from '../../api/serverLog';
import type { LogLine } from '../../api/serverLog';
import { ENDINGS, endingWord, whatBecameNamed } from '../../entities/record/words';
import { withKind } from '../../entities/result/requestKind';
import { StatusMark } from '../../entities/result/StatusMark';
import { Mark } from '../../kit/Mark';
import { formatMoment } from '../../lib/format';
import { matches } from '../../lib/search';
import { t } from '../../words/translate';
import { CommandIcon } from './CommandIcon';
import { shownOf } from './groups';
import type { OfKind } from './groups';
import type { Kind, Navigate, Thing } from './thing';
import iconsStyles from '../../kit/icons.module.css';

/** Typing pauses this long before the activity is searched. */
const SEARCH_AFTER_MS = 150;

/** As many log messages as are kept. */
const ALL_LINES = Number.POSITIVE_INFINITY;

/** So much of a log message is shown. */
const TITLE_CHARACTERS = 200;

/** What a search finds in the activity. */
interface FoundActivity {
  found: readonly OfKind[];
  /** It could not be searched. */
  isFailed: boolean;
  /** Not all of it was searched for these words yet. */
  isSearching: boolean;
}

/**
 * Finished calls, approvals and log messages that hold all words of a query, newest first. Of calls and approvals nobody
 * counts all: one more is asked for than is shown.
 */
export function useFoundActivity(query: string, only: Kind | null): FoundActivity {
  const navigate = useNavigate();
  const servers = useServers().data;
  const [words] = useDebouncedValue(query.trim(), SEARCH_AFTER_MS);
  const limit = shownOf(only);
  const searched = (kind: Kind) => ({
    enabled: words !== '' && (only === null || only === kind),
    placeholderData: keepPreviousData,
  });
  const page = { before: null, limit: limit + 1 };
  const callsFound = useAnswer('history.list', { serverId: null, query: words, ...page }, searched('call'));
  const recordsFound = useAnswer(
    'approvalRecord.list',
    { filter: { ...ALL_RECORDS, text: words }, ...page },
    searched('approval'),
  );
  const calls = callsFound.data;
  const records = recordsFound.data;
  const lines = useMemo(
    () => (words === '' ? [] : findLogLines(({ text, logger }) => matches(words, text, logger), ALL_LINES)),
    [words],
  );
  const none = query.trim() === '';
  const found = useMemo(() => {
    if (none) return [];
    const labelOf = ({ serverId }: LogLine): string =>
      servers?.find(({ id }) => id === serverId)?.label ?? t('activity.log.removedServer');
    const listed = (kind: Kind, things: readonly Thing[]): OfKind => ({
      kind,
      things: things.slice(0, limit),
      total: things.length > limit ? null : things.length,
    });
    return [
      listed(
        'call',
        (calls ?? []).map((row) => ofCall(row, navigate)),
      ),
      listed(
        'approval',
        (records ?? []).map((record) => ofRecord(record, navigate)),
      ),
      {
        kind: 'log' as const,
        things: lines.slice(0, limit).map((line) => ofLine(line, labelOf(line), navigate)),
        total: lines.length,
      },
    ].filter(({ kind }) => only === null || only === kind);
  }, [none, calls, records, lines, servers, navigate, limit, only]);
  const both = [callsFound, recordsFound];
  return {
    found,
    isFailed: !none && both.some(({ isError }) => isError),
    isSearching: !none && (words !== query.trim() || both.some(({ isFetching }) => isFetching)),
  };
}

const ofCall = (row: HistoryRow, navigate: Navigate): Thing => ({
  id: `call ${row.id}`,
  kind: 'call',
  title: row.name,
  detail: `${withKind(row, row.serverLabel)}, ${formatMoment(row.startedAt)}`,
  more: '',
  icon: () => (
    <span className={iconsStyles['entry-icon']}>
      <StatusMark status={row.status} />
    </span>
  ),
  run: () => void navigate({ to: '/activity', search: { item: row.id } }),
});

const ofRecord = (record: ApprovalRecordHead, navigate: Navigate): Thing => ({
  id: `approval ${record.id}`,
  kind: 'approval',
  title: whatBecameNamed(record),
  detail: `${record.serverLabel}, ${formatMoment(record.closedAt)}`,
  more: '',
  icon: () => (
    <span className={iconsStyles['entry-icon']}>
      <Mark mark={ENDINGS[record.ending]} label={endingWord(record.ending)} />
    </span>
  ),
  run: () => void navigate({ to: '/activity', search: { view: 'approvals', item: record.id } }),
});

const ofLine = ({ number, text, level, at }: LogLine, label: string, navigate: Navigate): Thing => ({
  id: `log ${number}`,
  kind: 'log',
  title: text.slice(0, TITLE_CHARACTERS),
  detail: `${label}, ${level}, ${formatMoment(at)}`,
  more: '',
  icon: () => <CommandIcon name="activity" />,
  run: () => void navigate({ to: '/activity', search: { view: 'logs', item: String(number) } }),
});
