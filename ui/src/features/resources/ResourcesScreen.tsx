import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useResourceLook } from '../../api/resourceViews';
import { useBookmarkLine } from '../../entities/catalog/Bookmark';
import { useListQuery } from '../../entities/catalog/useListQuery';
import { CatalogList } from '../../entities/catalog/CatalogList';
import { NothingListed, TroubleDetail } from '../../entities/catalog/CatalogRows';
import { NothingKept, useKept } from '../../entities/catalog/KeptFilter';
import { resourceMenu, troubleMenu } from '../../entities/catalog/rowMenus';
import { sendableUri } from '../../entities/content/sendable';
import type { Sendable } from '../../entities/sendTo/fits';
import { SendToTool } from '../../entities/sendTo/LazySendToTool';
import { usePickedTrouble } from '../../entities/catalog/usePickedTrouble';
import { Panes } from '../../entities/layout/Panes';
import type { ContextMenuContent, MenuEntry } from '../../kit/ContextMenu';
import { EmptyState } from '../../kit/EmptyState';
import type { ChosenBy } from '../../kit/rowChoice';
import type { SectionListHandle } from '../../kit/SectionList';
import { useSettling } from '../../kit/useSettling';
import { withFilter } from '../../lib/catalogRows';
import { pointWire } from '../../lib/panels';
import { asServer } from '../../lib/sourceIds';
import { ResourceDetail } from './ResourceDetail';
import { ResourceFilters } from './ResourceFilters';
import { ResourceGallery } from './ResourceGallery';
import { renderResource, ResourceTable } from './ResourceTable';
import { ResourceStart } from './ResourceStart';
import { ResourceTree } from './ResourceTree';
import { ResourceViewPicker } from './ResourceViewPicker';
import { entryAddress, entryKey, keptKey, rowKey, rowLabel } from './rows';
import type { Row } from './rows';
import { Subscriptions } from './Subscriptions';
import { TemplateDetail } from './TemplateDetail';
import { isNarrowed } from './listedEntries';
import type { Narrowing } from './listedEntries';
import { useNarrowing, WHOLE } from './useNarrowing';
import { useResourceRows } from './useResourceRows';
import { MarkedBar } from './MarkedBar';
import { useMarks } from './useMarks';
import { useRowActions } from './useRowActions';
import { t } from '../../words/translate';

const LISTS = ['resources', 'templates'] as const;

/** Resources and templates of one server or of all, and the one that is open. */
export function ResourcesScreen(): ReactNode {
  const search = useSearch({ from: '/resources' });
  const navigate = useNavigate({ from: '/resources' });
  const filter = asServer(search.filter) ?? null;
  const [query, setQuery] = useListQuery('resources');
  const [narrowing, setNarrowing] = useNarrowing(filter);
  const [sent, setSent] = useState<Sendable | null>(null);
  const { view, sort, widths, setView, setSort, setWidths } = useResourceLook(filter);
  const kept = useKept(LISTS, filter);
  const bookmark = useBookmarkLine();
  const handle = useRef<SectionListHandle>(null);
  const list = useResourceRows(filter, useDeferredValue(query), narrowing, kept, sort);

  const { item } = search;
  const server = asServer(search.server);
  const kind = search.kind ?? 'resource';
  const chosen = server !== undefined && item !== undefined ? entryKey(server, kind, item) : null;
  const { trouble, pick } = usePickedTrouble(list.sections, chosen);
  const open = server === undefined || item === undefined ? null : { serverId: server, uri: item };
  useEffect(() => {
    if (server !== undefined) pointWire({ serverId: server });
  }, [server]);

  const marked = useMarks();
  const actions = useRowActions(list.servers);
  const settling = useSettling();
  const rowMenu = (row: Row): ContextMenuContent =>
    row.kind === 'entry'
      ? resourceMenu({
          serverId: row.serverId,
          name: row.entry.head.name,
          uri: entryAddress(row.entry),
          bookmark: bookmark({ ...keptKey(row.entry), title: row.entry.head.title }),
          onOpen: () => onSelect(row, 'pick'),
          mark: markEntry(row),
          more:
            row.entry.kind === 'template'
              ? []
              : actions.entriesOf(row.entry.head, () => onSelect(row, 'pick')),
          onSend:
            row.entry.kind === 'template'
              ? null
              : () => setSent(sendableUri(row.entry.head.title, entryAddress(row.entry))),
        })
      : troubleMenu(row);

  const markEntry = (row: Row): MenuEntry[] => {
    const isMarked = marked.marks.isMarked(row);
    if (isMarked === null) return [];
    const label = t(isMarked ? 'resources.marked.unmark' : 'common.select');
    return [{ kind: 'action', icon: 'check', label, onPick: () => marked.marks.onToggle(row) }];
  };

  const onSelect = (row: Row, by: ChosenBy): void => {
    pick(row);
    settling.note(rowKey(row), by);
    if (row.kind !== 'entry') return;
    void navigate({
      search: {
        ...(filter === null ? {} : { filter }),
        server: row.serverId,
        item: entryAddress(row.entry),
        ...(row.entry.kind === 'template' ? { kind: 'template' as const } : {}),
      },
      replace: by === 'pass',
    });
  };

  const selected = trouble === null ? chosen : rowKey(trouble);
  const shown = { sections: list.sections ?? [], selected, onSelect, rowMenu, handle, marks: marked.marks };
  const body = {
    handle,
    content:
      view === 'tree' ? (
        <ResourceTree {...shown} chosen={trouble === null ? open : null} searching={query.trim() !== ''} />
      ) : view === 'gallery' ? (
        <ResourceGallery {...shown} />
      ) : (
        <ResourceTable {...shown} sort={sort} onSort={setSort} widths={widths} onWidths={setWidths} />
      ),
  };
  const onNarrow = (next: Narrowing): void => {
    setNarrowing(next);
    // The overview of subscriptions stands where a resource would.
    if (next.subscribedOnly && !narrowing.subscribedOnly)
      void navigate({ search: filter === null ? {} : { filter } });
  };
  return (
    <>
      {actions.dialog}
      {sent !== null && <SendToTool content={sent} onClose={() => setSent(null)} />}
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
            onFilter={(next) => {
              setNarrowing({ ...narrowing, servers: [] });
              void navigate({ search: (before) => withFilter(before, next) });
            }}
            query={query}
            onQuery={setQuery}
            onAll={() => {
              kept.choose(null);
              setNarrowing(WHOLE);
            }}
            isListed={list.has}
            names={list.names}
            empty={
              kept.chosen !== null ? (
                <NothingKept chosen={kept.chosen} />
              ) : isNarrowed(narrowing) ? (
                <EmptyState icon="filter" title={t('resources.noneFit')} />
              ) : (
                <NothingListed
                  list="resources"
                  icon="resource"
                  anyServer={list.servers.length > 0}
                  filter={filter}
                />
              )
            }
            selected={selected}
            onSelect={onSelect}
            rowKey={rowKey}
            rowLabel={rowLabel}
            renderRow={renderResource}
            rowMenu={rowMenu}
            actions={<ResourceViewPicker view={view} onView={setView} />}
            notice={
              <>
                <ResourceFilters
                  kept={kept}
                  counts={list.counts}
                  servers={filter === null ? list.servers : []}
                  canSubscribe={list.servers.some(
                    ({ id, negotiated }) =>
                      negotiated?.canSubscribe === true && (filter === null || filter === id),
                  )}
                  narrowing={narrowing}
                  onNarrow={onNarrow}
                />
                <MarkedBar heads={marked.heads} keep={marked.keep} />
              </>
            }
            body={body}
          />
        }
        detail={
          trouble !== null ? (
            <TroubleDetail row={trouble} server={list.servers.find((each) => each.id === trouble.serverId)} />
          ) : server === undefined || item === undefined ? (
            narrowing.subscribedOnly ? (
              <Subscriptions />
            ) : view === 'gallery' ? (
              <EmptyState icon="resource" title={t('resources.select')} />
            ) : (
              <ResourceStart sections={list.sections ?? []} servers={list.servers} />
            )
          ) : kind === 'template' ? (
            <TemplateDetail key={chosen} serverId={server} uriTemplate={item} />
          ) : (
            <ResourceDetail key={chosen} serverId={server} uri={item} settled={!settling.moving} />
          )
        }
      />
    </>
  );
}
