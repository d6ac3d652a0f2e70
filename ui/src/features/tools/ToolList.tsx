import { Button, LinkButton } from '../../kit/controls';
import { useRef, useState, type ReactNode } from 'react';
import type {
  Section,
  SourceId,
  ServerSnapshot,
  ToolHead,
  WebtoolSnapshot,
} from '../../api/generated/contract';
import { useMarkViewed } from '../../api/markViewed';
import { useServers, useTools } from '../../api/queries';
import { useWebtools } from '../../api/webtools';
import { EmptyState } from '../../kit/EmptyState';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Spinner } from '../../kit/Icon';
import { ListPane } from '../../kit/ListPane';
import { SectionList, type ListSection, type SectionListHandle } from '../../kit/SectionList';
import { ServerFilter } from '../../entities/server/ServerFilter';
import { EntryIcon, ServerIcon } from '../../entities/server/ServerIcon';
import { StateDot } from '../../entities/server/StateDot';
import { StoppedMark } from '../../entities/catalog/Stopped';
import { WebtoolDot, WebtoolIcon } from '../../entities/webtool/WebtoolMark';
import { VisibleText } from '../../kit/VisibleText';
import { ClaimMarks, claimWords } from '../../entities/catalog/Claims';
import { toolKey } from './drafts';
import { ListNotices } from './ListNotices';
import { useRunningTools } from './runs';
import { overviewOf, sectionRemark, type Overview } from './toolSections';
import { t } from '../../words/translate';

interface ToolListProps {
  filter: SourceId | null;
  onFilter: (filter: SourceId | null) => void;
  selected: string | null;
  onSelect: (tool: ToolHead) => void;
}

/** The tools of one server or of all. */
export function ToolList({ filter, onFilter, selected, onSelect }: ToolListProps): ReactNode {
  const [query, setQuery] = useState('');
  const { data: servers = [] } = useServers();
  const { data: webtools = [] } = useWebtools();
  const tools = useTools(filter);
  useMarkViewed(['tools'], filter);
  const running = useRunningTools();
  const list = useRef<SectionListHandle>(null);
  const overview = overviewOf(tools.data ?? [], query);

  return (
    <ListPane
      title={t('common.tools')}
      count={tools.data === undefined ? undefined : overview.total}
      actions={<ServerFilter value={filter} onChange={onFilter} withWebtools />}
      search={{
        label: t('tools.list.search'),
        value: query,
        onChange: setQuery,
        onEnterList: () => list.current?.focus(),
      }}
      notice={<ListNotices overview={overview} servers={servers} />}
      loading={tools.isPending || overview.loading}
    >
      {tools.isError ? (
        <ErrorNotice error={tools.error} shape="pane" onRetry={() => void tools.refetch()} />
      ) : overview.found === 0 ? (
        <NothingToList
          overview={overview}
          query={query}
          setQuery={setQuery}
          filtered={servers.find(({ id }) => id === filter)}
        />
      ) : (
        <SectionList
          label={t('common.tools')}
          sections={overview.sections.map((section) => listSection(section, servers, webtools))}
          itemKey={({ serverId, name }) => toolKey(serverId, name)}
          renderRow={(tool) => (
            <ToolRow tool={tool} isRunning={running.has(toolKey(tool.serverId, tool.name))} />
          )}
          rowLabel={({ title, name }) => (title === name ? name : `${title} ${name}`)}
          rowNote={claimNote}
          selected={selected}
          onSelect={onSelect}
          handle={list}
        />
      )}
    </ListPane>
  );
}

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
        <span className="cut">{label}</span>
        <span className="n num">{sectionRemark(section, server)}</span>
        <span className="end">
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

function ToolRow({ tool, isRunning }: { tool: ToolHead; isRunning: boolean }): ReactNode {
  return (
    <>
      <EntryIcon icon={tool.icon} fallback="tool" />
      <span className="grow" title={tool.description ?? undefined}>
        <div className="tt">
          <VisibleText text={tool.title} />
        </div>
        <div className="ss">
          <VisibleText text={tool.name} />
        </div>
      </span>
      {isRunning && <Spinner size={12} />}
      <StoppedMark serverId={tool.serverId} kind="tool" name={tool.name} />
      <ClaimMarks annotations={tool.annotations} />
    </>
  );
}

interface NothingProps {
  overview: Overview;
  query: string;
  setQuery: (query: string) => void;
  filtered: ServerSnapshot | undefined;
}

function NothingToList({ overview, query, setQuery, filtered }: NothingProps): ReactNode {
  if (query.trim() !== '' && overview.total > 0) {
    const { suggestion } = overview;
    return (
      <EmptyState icon="search" title={t('tools.empty.noMatch', { query })} role="status">
        {suggestion !== null &&
          t.rich('tools.empty.didYouMean', {
            suggestion: () => <LinkButton onClick={() => setQuery(suggestion)}>{suggestion}</LinkButton>,
          })}
      </EmptyState>
    );
  }
  if (overview.failed.length > 0) return null;
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
