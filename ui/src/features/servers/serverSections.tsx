import type { ServerSnapshot, WebtoolSnapshot } from '../../api/generated/contract';
import type { ListSection } from '../../kit/SectionList';
import { groupNames } from '../../lib/serverGroups';
import { t } from '../../words/translate';
import { GroupHead } from './GroupHead';
import { groupKey, rowMatches, rowsOf, type ConnectedRow, type OpenRow } from './ServerRows';

const groupOf = (row: OpenRow): string | null => (row.kind === 'server' ? row.server.group : null);

/** The list in sections: one for each group; without groups there is one, and no heading. */
export function serverSections(
  servers: readonly ServerSnapshot[],
  webtools: readonly WebtoolSnapshot[],
  query: string,
  collapsed: ReadonlySet<string>,
): ListSection<ConnectedRow>[] {
  const rows = rowsOf(servers, webtools).filter((row) => rowMatches(query, row));
  const names = groupNames(servers);
  const isSearching = query.trim() !== '';
  return [null, ...names].flatMap((name): ListSection<ConnectedRow>[] => {
    const items = rows.filter((row) => groupOf(row) === name);
    if (items.length === 0) return [];
    const count = items.length;
    if (name === null) {
      const label = t(names.length === 0 ? 'common.servers' : 'servers.menu.noGroup');
      const header = names.length === 0 ? null : <GroupHead label={label} count={count} open="fixed" />;
      return [{ key: 'none', label, header, items }];
    }
    if (collapsed.has(name) && !isSearching)
      return [
        {
          key: groupKey(name),
          label: name,
          header: null,
          items: [{ kind: 'group' as const, group: name, count }],
          rowHeight: 32,
        },
      ];
    return [
      {
        key: groupKey(name),
        label: name,
        header: <GroupHead label={name} count={count} open="expanded" />,
        items,
      },
    ];
  });
}
