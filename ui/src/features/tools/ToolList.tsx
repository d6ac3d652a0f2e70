import { Button } from '../../kit/controls';
import { useDeferredValue, useMemo, type ReactNode } from 'react';
import type {
  Section,
  SourceId,
  ServerSnapshot,
  ToolHead,
  WebtoolSnapshot,
} from '../../api/generated/contract';
import { entryId } from '../../api/bookmarks';
import { useMarkViewed } from '../../api/markViewed';
import { useAnswer, useServers } from '../../api/queries';
import { useWebtools } from '../../api/webtools';
import { EmptyState } from '../../kit/EmptyState';
import { Spinner } from '../../kit/Icon';
import type { ChosenBy } from '../../kit/rowChoice';
import type { ListSection } from '../../kit/SectionList';
import { toolMenu } from '../../entities/catalog/rowMenus';
import { BookmarkMark, useBookmarkLine } from '../../entities/catalog/Bookmark';
import { KeptFilter, NothingKept, useKept } from '../../entities/catalog/KeptFilter';
import { useListQuery } from '../../entities/catalog/useListQuery';
import { CatalogList } from '../../entities/catalog/CatalogList';
import { EntryIcon, ServerIcon } from '../../entities/server/ServerIcon';
import { StateDot } from '../../entities/server/StateDot';
import { StoppedMark } from '../../entities/catalog/Stopped';
import { WebtoolDot, WebtoolIcon } from '../../entities/webtool/WebtoolMark';
import { Tip } from '../../kit/Tip';
import { VisibleText } from '../../kit/VisibleText';
import { ClaimMarks, claimWords } from '../../entities/catalog/Claims';
import { toolEntry, toolKey } from './drafts';
import { ListNotices } from './ListNotices';
import { useRunningTools } from './runs';
import { overviewOf, sectionRemark } from './toolSections';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import listStyles from '../../kit/list.module.css';
import styles from '../../entities/result/callResult.module.css';

interface ToolListProps {
  filter: SourceId | null;
  onFilter: (filter: SourceId | null) => void;
  selected: string | null;
  onSelect: (tool: ToolHead, by: ChosenBy) => void;
}

/** The tools of one server or of all. */
export function ToolList({ filter, onFilter, selected, onSelect }: ToolListProps): ReactNode {
  const [query, setQuery] = useListQuery('tools');
  const { data: servers } = useServers();
  const { data: webtools } = useWebtools();
  const tools = useAnswer('tool.list', { serverId: filter });
  useMarkViewed(['tools'], filter);
  const wanted = useDeferredValue(query);
  const kept = useKept(['tools'], filter);
  const bookmark = useBookmarkLine();
  const { places } = kept;
  const overview = useMemo(
    () => overviewOf(tools.data ?? [], wanted, places && ((tool) => places.get(entryId(toolEntry(tool))))),
    [tools.data, wanted, places],
  );
  const sections = useMemo(() => {
    if (tools.data === undefined || overview.loading) return undefined;
    if (overview.found === 0) return [];
    return overview.sections.map((section) => listSection(section, servers ?? [], webtools ?? []));
  }, [tools.data, overview, servers, webtools]);

  return (
    <CatalogList
      title={t('common.tools')}
      searchLabel={t('tools.list.search')}
      sections={sections}
      count={tools.data === undefined ? undefined : overview.total}
      error={tools.error}
      onRetry={() => void tools.refetch()}
      filter={filter}
      onFilter={onFilter}
      withWebtools
      query={query}
      onQuery={setQuery}
      onAll={() => kept.choose(null)}
      isListed={(key) => (tools.data ?? []).some(({ items }) => items.some((tool) => keyOf(tool) === key))}
      names={() => (tools.data ?? []).flatMap(({ items }) => items.map(({ title }) => title))}
      notice={
        <>
          <KeptFilter kept={kept} />
          <ListNotices overview={overview} servers={servers ?? []} />
        </>
      }
      empty={
        kept.chosen !== null ? (
          <NothingKept chosen={kept.chosen} />
        ) : (
          overview.failed.length === 0 && (
            <NothingToList filtered={servers?.find(({ id }) => id === filter)} />
          )
        )
      }
      selected={selected}
      onSelect={onSelect}
      rowKey={keyOf}
      rowLabel={labelOf}
      rowNote={claimNote}
      renderRow={renderRow}
      rowMenu={(tool) =>
        toolMenu({
          ...tool,
          bookmark: bookmark({ ...toolEntry(tool), title: tool.title }),
          onOpen: () => onSelect(tool, 'pick'),
        })
      }
    />
  );
}

const keyOf = ({ serverId, name }: ToolHead): string => toolKey(serverId, name);

const labelOf = ({ title, name }: ToolHead): string => (title === name ? name : `${title} ${name}`);

const renderRow = (tool: ToolHead): ReactNode => <ToolRow tool={tool} />;

function listSection(
  section: Section<ToolHead, SourceId>,
  servers: readonly ServerSnapshot[],
  webtools: readonly WebtoolSnapshot[],
): ListSection<ToolHead> {
  const server = servers.find(({ id }) => id === section.serverId);
  const webtool = webtools.find(({ id }) => id === section.serverId);
  const label = server?.label ?? webtool?.label ?? section.serverId;
  return {
    key: section.serverId,
    label,
    items: section.items,
    header: (
      <>
        {webtool === undefined ? (
          <ServerIcon icon={server?.icon ?? null} size={16} />
        ) : (
          <WebtoolIcon size={16} />
        )}
        <span className={layout.cut}>{label}</span>
        <span className={cx(styles.n, listStyles.n, layout.num)}>{sectionRemark(section, server)}</span>
        <span className={layout.end}>
          {server !== undefined && <StateDot state={server.state} />}
          {webtool !== undefined && <WebtoolDot webtool={webtool} />}
        </span>
      </>
    ),
  };
}

/** What the marks at the end of a row say. */
function claimNote({ annotations }: ToolHead): string {
  const claimed = claimWords(annotations);
  return claimed === '' ? '' : t('tools.list.reported', { annotations: claimed });
}

function ToolRow({ tool }: { tool: ToolHead }): ReactNode {
  const isRunning = useRunningTools().has(keyOf(tool));
  return (
    <>
      <EntryIcon icon={tool.icon} fallback="tool" />
      <Tip
        className={layout.grow}
        label={tool.description === null ? undefined : visibleString(tool.description)}
      >
        <div className={listStyles.tt}>
          <VisibleText text={tool.title} />
        </div>
        <div className={listStyles.ss}>
          <VisibleText text={tool.name} />
        </div>
      </Tip>
      {isRunning && <Spinner size={12} />}
      <BookmarkMark entry={toolEntry(tool)} />
      <StoppedMark serverId={tool.serverId} kind="tool" name={tool.name} />
      <ClaimMarks annotations={tool.annotations} />
    </>
  );
}

function NothingToList({ filtered }: { filtered: ServerSnapshot | undefined }): ReactNode {
  if (filtered !== undefined && filtered.state.kind !== 'running') {
    return (
      <EmptyState icon="power" title={t('tools.empty.notRunning', { server: filtered.label })}>
        {t('tools.empty.notRunningHelp', { server: filtered.label })}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="tool"
      title={
        filtered === undefined
          ? t('tools.empty.noTools')
          : t('tools.empty.notOffered', { server: filtered.label })
      }
      actions={
        filtered === undefined && (
          <Button component="a" href="#/servers">
            {t('tools.empty.openServers')}
          </Button>
        )
      }
    >
      {filtered === undefined && t('tools.empty.noToolsHelp')}
    </EmptyState>
  );
}
