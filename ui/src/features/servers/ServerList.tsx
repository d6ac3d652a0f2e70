import { Button } from '../../kit/controls';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import type { ServerPlace, ServerSnapshot, SourceId, WebtoolSnapshot } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { KeyringNote } from '../../entities/message/KeyringNote';
import { useGroupMoves, useGroupStep, useStep } from '../../entities/server/groupActions';
import { useServerActions } from '../../entities/server/serverActions';
import { useWebtoolActions } from '../../entities/webtool/webtoolActions';
import type { ContextMenuContent, MenuEntry } from '../../kit/ContextMenu';
import { Icon } from '../../kit/Icon';
import { ListPane } from '../../kit/ListPane';
import { NoMatch } from '../../kit/NoMatch';
import { SectionList } from '../../kit/SectionList';
import type { ChosenBy } from '../../kit/rowChoice';
import type { SectionListHandle } from '../../kit/SectionList';
import { notifyError } from '../../lib/notify';
import { sheet } from '../../lib/panels';
import { dropped, groupDropped, joined } from '../../lib/serverGroups';
import { useStore } from '../../lib/store';
import { t } from '../../words/translate';
import { collapsedGroups, toggleGroup } from './GroupHead';
import { RowOf, groupKey, rowId, rowKey, rowName, type ConnectedRow, type OpenRow } from './ServerRows';
import { serverSections } from './serverSections';
import { useWaiting } from './useEnable';

interface ServerListProps {
  servers: ServerSnapshot[] | undefined;
  webtools: WebtoolSnapshot[];
  loading: boolean;
  trouble: ReactNode;
  selected: OpenRow | null;
  onSelect: (id: SourceId, by: ChosenBy) => void;
  processesShown: boolean;
  onShowProcesses: () => void;
}

/** All servers in their groups, and all webtools. */
export function ServerList(props: ServerListProps): ReactNode {
  const { servers, webtools, loading, trouble, processesShown, onShowProcesses } = props;
  const [query, setQuery] = useState('');
  const list = useRef<SectionListHandle>(null);
  const collapsed = useStore(collapsedGroups);
  const sections = useMemo(
    () => serverSections(servers ?? [], webtools, query, collapsed),
    [servers, webtools, query, collapsed],
  );
  return (
    <ListPane
      title={t('common.servers')}
      count={servers === undefined ? undefined : servers.length + webtools.length}
      loading={loading}
      notice={
        <>
          <KeyringNote show="whenWaiting" />
          <WaitingToEnable />
        </>
      }
      actions={
        <>
          <Button
            size="xs"
            variant="subtle"
            aria-pressed={processesShown}
            leftSection={<Icon name="activity" size={14} />}
            onClick={onShowProcesses}
          >
            {t('servers.processes.title')}
          </Button>
          <Button
            size="xs"
            aria-label={t('common.addServer')}
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => sheet.set({ kind: 'add', paste: '' })}
          >
            {t('common.add')}
          </Button>
        </>
      }
      search={{
        label: t('servers.list.search'),
        value: query,
        onChange: setQuery,
        onEnterList: () => list.current?.focus(),
      }}
    >
      {trouble ??
        (sections.length === 0 ? (
          <NoMatch
            query={query}
            names={() => [...(servers ?? []), ...webtools].map(({ label }) => label)}
            onTake={setQuery}
            help={t('servers.list.noMatchHelp')}
          />
        ) : (
          <Rows {...props} sections={sections} handle={list} />
        ))}
    </ListPane>
  );
}

interface RowsProps extends ServerListProps {
  sections: ReturnType<typeof serverSections>;
  handle: Ref<SectionListHandle>;
}

const renderRow = (row: ConnectedRow): ReactNode => <RowOf row={row} />;

function Rows({ servers = [], selected, onSelect, sections, handle }: RowsProps): ReactNode {
  // A collapsed group can be the active row without anything else being shown.
  const [group, setGroup] = useState<string | null>(null);
  const menu = useRowMenu();
  const step = useStep();
  const stepGroup = useGroupStep();
  const arrange = useOperation('server.arrange', { onError: notifyError });
  const isGroupShown = sections.some(({ items }) => {
    const first = items.at(0);
    return first !== undefined && rowKey(first) === group;
  });
  const choose = (row: ConnectedRow, by: ChosenBy) => {
    setGroup(row.kind === 'group' ? rowKey(row) : null);
    if (row.kind !== 'group') onSelect(rowId(row), by);
  };
  return (
    <SectionList
      handle={handle}
      label={t('common.servers')}
      keptAs="servers"
      sections={sections}
      rowHeight={48}
      itemKey={rowKey}
      rowLabel={rowName}
      renderRow={renderRow}
      rowMenu={menu}
      drag={{
        isMovable: ({ kind }) => kind !== 'webtool',
        headOf: ({ key, label, items }) =>
          key === groupKey(label) ? { kind: 'group' as const, group: label, count: items.length } : undefined,
        onDrop: (dragged, target, side) => {
          const places = placesAfter(servers, dragged, target, side);
          if (places !== null) arrange.mutate({ servers: places });
        },
      }}
      onStep={(row, by) => {
        if (row.kind === 'server') step(row.server.id, by);
        if (row.kind === 'group') stepGroup(row.group, by);
      }}
      selected={isGroupShown ? group : selected === null ? null : rowKey(selected)}
      onSelect={choose}
      onOpen={(row) => (row.kind === 'group' ? toggleGroup(row.group) : choose(row, 'pick'))}
    />
  );
}

/** The places after a row was dropped on another one; `null` = it stays where it is. */
function placesAfter(
  servers: readonly ServerSnapshot[],
  dragged: ConnectedRow,
  target: ConnectedRow,
  side: 'before' | 'after',
): ServerPlace[] | null {
  if (dragged.kind === 'webtool' || target.kind === 'webtool') return null;
  if (dragged.kind === 'group')
    return groupDropped(
      servers,
      dragged.group,
      target.kind === 'group' ? target.group : target.server.group,
      side,
    );
  if (target.kind === 'server') return dropped(servers, dragged.server.id, target.server.id, side);
  // The rows of an expanded group begin below its name.
  const end = collapsedGroups.get().has(target.group) ? 'last' : 'first';
  return joined(servers, dragged.server.id, target.group, end);
}

/** The context menu of a row. */
function useRowMenu(): (row: ConnectedRow) => ContextMenuContent {
  const serverActions = useServerActions();
  const webtoolActions = useWebtoolActions();
  const groupMoves = useGroupMoves();
  return (row) => {
    if (row.kind === 'group')
      return {
        label: t('servers.menu.label', { server: row.group }),
        entries: [
          { kind: 'action', label: t('common.expand'), onPick: () => toggleGroup(row.group) },
          ...groupMoves(row.group),
        ],
      };
    if (row.kind === 'webtool')
      return {
        label: t('servers.menu.label', { server: row.webtool.label }),
        entries: webtoolActions(row.webtool),
      };
    const { group, label } = row.server;
    const collapse: MenuEntry[] =
      group === null
        ? []
        : [{ kind: 'action', label: t('servers.menu.collapse'), onPick: () => toggleGroup(group) }];
    return {
      label: t('servers.menu.label', { server: label }),
      entries: serverActions(row.server).toSpliced(-2, 0, ...collapse),
    };
  };
}

/** The way to all servers that were never enabled here. */
function WaitingToEnable(): ReactNode {
  const navigate = useNavigate();
  const count = useWaiting().length;
  if (count < 1) return null;
  return (
    <Button
      size="xs"
      leftSection={<Icon name="power" size={14} />}
      onClick={() => void navigate({ to: '/servers', search: { view: 'enable' } })}
    >
      {t('servers.enable.open', { count })}
    </Button>
  );
}
