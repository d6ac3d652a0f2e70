import { useMemo } from 'react';
import { entryId } from '../../api/bookmarks';
import type { HistoryRow, KeptEntry, SourceId } from '../../api/generated/contract';
import { useAnswer } from '../../api/queries';

/** The latest calls, in which tools are counted. */
const COUNTED = 200;

/** A link to an entry of a list. */
export type Line = Pick<KeptEntry, 'serverId' | 'list' | 'key' | 'title'>;

/** The tools that were called more than once, the most called first. */
function mostCalled(rows: readonly HistoryRow[]): Line[] {
  const counts = new Map<string, { line: Line; count: number }>();
  for (const { serverId, name } of rows) {
    const line: Line = { serverId, list: 'tools', key: name, title: name };
    counts.set(entryId(line), { line, count: (counts.get(entryId(line))?.count ?? 0) + 1 });
  }
  const repeated = [...counts.values()].filter(({ count }) => count > 1);
  return repeated.toSorted((one, other) => other.count - one.count).map(({ line }) => line);
}

/** The tools of one source or of all that were called most lately, as far as they are listed; none unless wanted. */
export function useMostUsed(isWanted: boolean, filter: SourceId | null): Line[] {
  const part = { serverId: filter, kind: 'tool', before: null, limit: COUNTED } as const;
  const calls = useAnswer('history.list', isWanted ? part : null).data;
  const tools = useAnswer('tool.list', isWanted ? { serverId: filter } : null).data;
  return useMemo(() => {
    const titles = new Map<string, string>();
    for (const { serverId, name, title } of (tools ?? []).flatMap(({ items }) => items))
      titles.set(entryId({ serverId, list: 'tools', key: name }), title);
    return mostCalled(calls ?? []).flatMap((line) => {
      const title = titles.get(entryId(line));
      return title === undefined ? [] : [{ ...line, title }];
    });
  }, [calls, tools]);
}
