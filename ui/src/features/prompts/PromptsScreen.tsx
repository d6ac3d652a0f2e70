import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import type { EntryKey, PromptHead, ServerId } from '../../api/generated/contract';
import { entryId } from '../../api/bookmarks';
import { useMarkViewed } from '../../api/markViewed';
import { usePromptView } from '../../api/promptView';
import { useAnswer, useServers } from '../../api/queries';
import { useBookmarkLine } from '../../entities/catalog/Bookmark';
import { useListQuery } from '../../entities/catalog/useListQuery';
import { CatalogList } from '../../entities/catalog/CatalogList';
import {
  catalogRowLabel,
  catalogSections,
  countEntries,
  NothingListed,
  TroubleDetail,
  TroubleRow,
} from '../../entities/catalog/CatalogRows';
import { KeptFilter, NothingKept, useKept } from '../../entities/catalog/KeptFilter';
import { KeptEntries } from '../../entities/catalog/KeptEntries';
import { promptMenu, troubleMenu } from '../../entities/catalog/rowMenus';
import { ViewPicker } from '../../entities/catalog/ViewPicker';
import type { ContextMenuContent } from '../../kit/ContextMenu';
import type { ChosenBy } from '../../kit/rowChoice';
import type { SectionListHandle } from '../../kit/SectionList';
import { TileGrid } from '../../kit/TileGrid';
import { usePickedTrouble } from '../../entities/catalog/usePickedTrouble';
import { Panes } from '../../entities/layout/Panes';
import { catalogGroups, withFilter } from '../../lib/catalogRows';
import type { CatalogRow } from '../../lib/catalogRows';
import { pointWire } from '../../lib/panels';
import { searchOver } from '../../lib/search';
import { visibleString } from '../../lib/visible';
import { PromptDetail } from './PromptDetail';
import { PromptRow } from './PromptRow';
import { PromptTile } from './PromptTile';
import { asServer } from '../../lib/sourceIds';
import { t } from '../../words/translate';

type Row = CatalogRow<PromptHead>;

const search = searchOver(({ title, name, description }: PromptHead) => [title, name, description]);

function promptKey(serverId: ServerId, name: string): string {
  return `prompt ${serverId} ${name}`;
}

function rowKey(row: Row): string {
  return row.kind === 'entry'
    ? promptKey(row.serverId, row.entry.name)
    : `${row.kind} ${row.serverId} ${row.list}`;
}

const keyOf = ({ serverId, name }: PromptHead): EntryKey => ({ serverId, list: 'prompts', key: name });

/** All a row shows, in one line. */
function promptLabel({ title, name, arguments: args }: PromptHead): string {
  const names = title === name ? [name] : [title, name];
  return visibleString(
    [...names, ...(args.length > 0 ? [t('prompts.arguments', { count: args.length })] : [])].join(', '),
  );
}

const rowLabel = (row: Row): string => catalogRowLabel(row, promptLabel);

function renderRow(row: Row): ReactNode {
  return row.kind === 'entry' ? <PromptRow prompt={row.entry} /> : <TroubleRow row={row} />;
}

/** Prompts of one server or of all, and the one that is open. */
export function PromptsScreen(): ReactNode {
  const address = useSearch({ from: '/prompts' });
  const navigate = useNavigate({ from: '/prompts' });
  const filter = asServer(address.filter) ?? null;
  const [query, setQuery] = useListQuery('prompts');
  const [view, setView] = usePromptView();
  const handle = useRef<SectionListHandle>(null);
  const servers = useServers();
  const prompts = useAnswer('prompt.list', { serverId: filter });
  useMarkViewed(['prompts'], filter);
  const wanted = useDeferredValue(query);
  const kept = useKept(['prompts'], filter);
  const bookmark = useBookmarkLine();
  const { places } = kept;
  const [sections, count] = useMemo(() => {
    if (prompts.data === undefined || servers.data === undefined) return [];
    const parts = [{ list: 'prompts' as const, sections: prompts.data }];
    const groups = catalogGroups(
      servers.data,
      parts,
      search(wanted),
      places && ((prompt) => places.get(entryId(keyOf(prompt)))),
    );
    return [catalogSections(groups), countEntries(groups)];
  }, [servers.data, prompts.data, wanted, places]);

  const { item } = address;
  const server = asServer(address.server);
  const chosen = server !== undefined && item !== undefined ? promptKey(server, item) : null;
  const { trouble, pick } = usePickedTrouble(sections, chosen);
  useEffect(() => {
    if (server !== undefined) pointWire({ serverId: server });
  }, [server]);

  const onSelect = (row: Row, by: ChosenBy): void => {
    pick(row);
    if (row.kind !== 'entry') return;
    const same = filter === null ? {} : { filter };
    void navigate({
      search: { ...same, server: row.serverId, item: row.entry.name },
      replace: by === 'pass',
    });
  };

  const rowMenu = (row: Row): ContextMenuContent =>
    row.kind === 'entry'
      ? promptMenu({
          ...row,
          name: row.entry.name,
          bookmark: bookmark({ ...keyOf(row.entry), title: row.entry.title }),
          onOpen: () => onSelect(row, 'pick'),
        })
      : troubleMenu(row);
  const selected = trouble === null ? chosen : rowKey(trouble);

  return (
    <Panes
      listLabel={t('common.prompts')}
      chosen={chosen !== null}
      list={
        <CatalogList
          title={t('common.prompts')}
          searchLabel={t('shared.catalog.prompts.search')}
          sections={sections}
          count={count}
          error={servers.error ?? prompts.error}
          onRetry={() => void (servers.isError ? servers : prompts).refetch()}
          filter={filter}
          onFilter={(next) => void navigate({ search: (before) => withFilter(before, next) })}
          query={query}
          onQuery={setQuery}
          onAll={() => kept.choose(null)}
          isListed={(key) =>
            (prompts.data ?? []).some(({ serverId, items }) =>
              items.some(({ name }) => promptKey(serverId, name) === key),
            )
          }
          names={() => (prompts.data ?? []).flatMap(({ items }) => items.map(({ title }) => title))}
          notice={<KeptFilter kept={kept} />}
          empty={
            kept.chosen !== null ? (
              <NothingKept chosen={kept.chosen} />
            ) : (
              <NothingListed
                list="prompts"
                icon="prompt"
                anyServer={(servers.data ?? []).length > 0}
                filter={filter}
              />
            )
          }
          selected={selected}
          onSelect={onSelect}
          rowKey={rowKey}
          rowLabel={rowLabel}
          renderRow={renderRow}
          rowMenu={rowMenu}
          actions={
            <ViewPicker
              label={t('common.viewLabel')}
              views={[
                { value: 'list', icon: 'list', name: t('prompts.views.list') },
                { value: 'gallery', icon: 'grid', name: t('prompts.views.gallery') },
              ]}
              view={view}
              onView={setView}
            />
          }
          body={
            view === 'list'
              ? undefined
              : {
                  handle,
                  content: (
                    <TileGrid
                      label={t('common.prompts')}
                      sections={sections ?? []}
                      selected={selected}
                      onSelect={onSelect}
                      itemKey={rowKey}
                      tileLabel={rowLabel}
                      renderTile={(row) => <PromptTile row={row} />}
                      tileMenu={rowMenu}
                      handle={handle}
                    />
                  ),
                }
          }
        />
      }
      detail={
        trouble !== null ? (
          <TroubleDetail row={trouble} server={servers.data?.find((each) => each.id === trouble.serverId)} />
        ) : server === undefined || item === undefined ? (
          <KeptEntries list="prompts" filter={filter} title={t('prompts.select')} />
        ) : (
          <PromptDetail key={chosen} serverId={server} name={item} />
        )
      }
    />
  );
}
