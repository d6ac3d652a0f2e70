import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { call } from '../../api/client';
import { keys } from '../../api/keys';
import { StatusMark } from '../../entities/result/StatusMark';
import { formatMoment } from '../../lib/format';
import type { Thing } from './thing';
import iconsStyles from '../../kit/icons.module.css';

/** Typing pauses this long before the calls are searched. */
const SEARCH_AFTER_MS = 150;

const SHOWN = 8;

/** Finished calls that hold all words of a query, newest first; the core searches them. */
export function useFoundCalls(query: string): readonly Thing[] {
  const navigate = useNavigate();
  const [words] = useDebouncedValue(query.trim(), SEARCH_AFTER_MS);
  const found = useQuery({
    queryKey: keys.historyFound(words),
    queryFn: () =>
      call('history.list', { serverId: null, tool: null, query: words, before: null, limit: SHOWN }),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  });
  const rows = query.trim() === '' ? undefined : found.data;
  return useMemo(
    () =>
      (rows ?? []).map(({ id, tool, serverLabel, startedAt, status }) => ({
        id: `call ${id}`,
        kind: 'call',
        title: tool,
        detail: `${serverLabel}, ${formatMoment(startedAt)}`,
        more: '',
        icon: () => (
          <span className={iconsStyles['entry-icon']}>
            <StatusMark status={status} />
          </span>
        ),
        run: () => void navigate({ to: '/activity', search: { item: id } }),
      })),
    [rows, navigate],
  );
}
