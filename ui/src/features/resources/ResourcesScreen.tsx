import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { ServerId } from '../../api/generated/contract';
import { useMarkViewed } from '../../api/markViewed';
import { useResourceView } from '../../api/resourceViews';
import { useResources, useServers, useTemplates } from '../../api/queries';
import { CatalogList } from '../../entities/catalog/CatalogList';
import {
  catalogSections,
  countEntries,
  NothingListed,
  TroubleDetail,
  TroubleRow,
} from '../../entities/catalog/CatalogRows';
import { EmptyState } from '../../kit/EmptyState';
import { useSettling } from '../../kit/useSettling';
import type { ChosenBy, SectionListHandle } from '../../kit/SectionList';
import { resourceMenu, troubleMenu } from '../../entities/catalog/rowMenus';
import { Panes } from '../../entities/layout/Panes';
import { catalogGroups, withFilter } from '../../lib/catalogRows';
import type { CatalogPart } from '../../lib/catalogRows';
import type { ContextMenuContent } from '../../kit/ContextMenu';
import { pointWire } from '../../lib/panels';
import { ResourceDetail } from './ResourceDetail';
import { KindFilter } from './KindFilter';
import { kindOf, KINDS } from './kinds';
import type { Kind } from './kinds';
import { ResourceGallery } from './ResourceGallery';
import { ResourceRow } from './ResourceRow';
import { ResourceTree } from './ResourceTree';
import { ResourceViewPicker } from './ResourceViewPicker';
import { entryAddress, entryKey, rowKey, rowLabel, searchEntries } from './rows';
import type { ResourceEntry, Row } from './rows';
import { TemplateDetail } from './TemplateDetail';
import { asServer } from '../../lib/sourceIds';
import { t } from '../../words/translate';

function renderRow(row: Row): ReactNode {
  return row.kind === 'entry' ? <ResourceRow entry={row.entry} /> : <TroubleRow row={row} />;
}

/** Resources and templates of one server or of all, and the one that is open. */
export function ResourcesScreen(): ReactNode {
  const search = useSearch({ from: '/resources' });
  const navigate = useNavigate({ from: '/resources' });
  const filter = asServer(search.filter) ?? null;
  const [query, setQuery] = useState('');
  const [trouble, setTrouble] = useState<Exclude<Row, { kind: 'entry' }> | null>(null);
  const [kinds, setKinds] = useState<readonly Kind[]>([]);
  const [view, setView] = useResourceView(filter);
  const handle = useRef<SectionListHandle>(null);
  const list = useResourceRows(filter, useDeferredValue(query), kinds);

  const { item } = search;
  const server = asServer(search.server);
  const kind = search.kind ?? 'resource';
  const chosen = server !== undefined && item !== undefined ? entryKey(server, kind, item) : null;
  useEffect(() => {
    if (server !== undefined) pointWire({ serverId: server });
  }, [server]);

  const settling = useSettling(chosen);
  const rowMenu = (row: Row): ContextMenuContent =>
    row.kind === 'entry'
      ? resourceMenu({
          serverId: row.serverId,
          name: row.entry.head.name,
          uri: entryAddress(row.entry),
          onOpen: () => onSelect(row, 'pick'),
        })
      : troubleMenu(row);

  const onSelect = (row: Row, by: ChosenBy): void => {
    setTrouble(row.kind === 'entry' ? null : row);
    settling.note(rowKey(row), by);
    if (row.kind !== 'entry') return;
    void navigate({
      search: {
        ...(filter === null ? {} : { filter }),
        server: row.serverId,
        item: entryAddress(row.entry),
        ...(row.entry.kind === 'template' ? { kind: 'template' as const } : {}),
      },
      replace: by === 'move',
    });
  };

  const selected = trouble === null ? chosen : rowKey(trouble);
  const shown = { sections: list.sections ?? [], selected, onSelect, rowMenu, handle };
  const body =
    view === 'list'
      ? undefined
      : {
          handle,
          content:
            view === 'tree' ? (
              <ResourceTree {...shown} searching={query.trim() !== ''} />
            ) : (
              <ResourceGallery {...shown} />
            ),
        };
  return (
    <Panes
      listLabel={t('common.resources')}
      chosen={chosen !== null}
      list={
        <CatalogList
          title={t('common.resources')}
          searchLabel={t('shared.catalog.resources.search')}
          sections={list.sections}
          count={list.count}
          error={list.error}
          onRetry={list.retry}
          filter={filter}
          onFilter={(next) => void navigate({ search: (before) => withFilter(before, next) })}
          query={query}
          onQuery={setQuery}
          names={list.names}
          empty={
            <NothingListed
              list="resources"
              icon="resource"
              anyServer={list.servers.length > 0}
              filter={filter}
            />
          }
          selected={selected}
          onSelect={onSelect}
          rowKey={rowKey}
          rowLabel={rowLabel}
          renderRow={renderRow}
          rowMenu={rowMenu}
          actions={<ResourceViewPicker view={view} onView={setView} />}
          notice={<KindFilter counts={list.counts} chosen={kinds} onChoose={setKinds} />}
          body={body}
        />
      }
      detail={
        trouble !== null ? (
          <TroubleDetail row={trouble} server={list.servers.find((each) => each.id === trouble.serverId)} />
        ) : server === undefined || item === undefined ? (
          <EmptyState icon="resource" title={t('resources.select')} />
        ) : kind === 'template' ? (
          <TemplateDetail key={chosen} serverId={server} uriTemplate={item} />
        ) : (
          <ResourceDetail key={chosen} serverId={server} uri={item} settled={!settling.moving} />
        )
      }
    />
  );
}

function useResourceRows(filter: ServerId | null, query: string, kinds: readonly Kind[]) {
  const servers = useServers();
  const resources = useResources(filter);
  const templates = useTemplates(filter);
  useMarkViewed(['resources', 'templates'], filter);
  const parts = useMemo(() => {
    if (resources.data === undefined || templates.data === undefined) return undefined;
    return [
      {
        list: 'resources' as const,
        sections: resources.data.map((section) => ({
          ...section,
          items: section.items.map((head): ResourceEntry => ({ kind: 'resource', head })),
        })),
      },
      {
        list: 'templates' as const,
        sections: templates.data.map((section) => ({
          ...section,
          items: section.items.map((head): ResourceEntry => ({ kind: 'template', head })),
        })),
      },
    ];
  }, [resources.data, templates.data]);
  const [sections, count] = useMemo(() => {
    if (parts === undefined || servers.data === undefined) return [];
    const groups = catalogGroups(servers.data, parts, wanted(searchEntries(query), kinds));
    return [catalogSections(groups), countEntries(groups)];
  }, [parts, servers.data, query, kinds]);
  const counts = useMemo(() => countKinds(parts ?? []), [parts]);
  return {
    servers: servers.data ?? [],
    sections,
    count,
    counts,
    names: () =>
      (parts ?? []).flatMap((part) =>
        part.sections.flatMap(({ items }) => items.map(({ head }) => head.title)),
      ),
    error: servers.error ?? resources.error ?? templates.error,
    retry: () => {
      for (const each of [servers, resources, templates]) if (each.isError) void each.refetch();
    },
  };
}

/** Whether an entry fits the search and is of a chosen kind; `null` = all do. */
function wanted(
  found: ((entry: ResourceEntry) => boolean) | null,
  kinds: readonly Kind[],
): ((entry: ResourceEntry) => boolean) | null {
  if (kinds.length === 0) return found;
  return (entry) => kinds.includes(kindOf(entry)) && (found === null || found(entry));
}

function countKinds(parts: readonly CatalogPart<ResourceEntry>[]): ReadonlyMap<Kind, number> {
  const counts = new Map<Kind, number>(KINDS.map((kind) => [kind, 0]));
  for (const { sections } of parts)
    for (const { items } of sections)
      for (const entry of items) counts.set(kindOf(entry), (counts.get(kindOf(entry)) ?? 0) + 1);
  return counts;
}
