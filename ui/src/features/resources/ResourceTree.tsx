import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import type { ServerId } from '../../api/generated/contract';
import type { ContextMenuContent } from '../../kit/ContextMenu';
import { Icon } from '../../kit/Icon';
import { SectionList } from '../../kit/SectionList';
import { Skeleton } from '../../kit/Skeleton';
import type { ChosenBy } from '../../kit/rowChoice';
import type { ListSection, SectionListHandle } from '../../kit/SectionList';
import type { Marks } from '../../kit/SectionScroller';
import { VisibleText } from '../../kit/VisibleText';
import { TroubleRow } from '../../entities/catalog/CatalogRows';
import { keptState } from '../../lib/keptState';
import { formatNumber } from '../../lib/format';
import { LONG_LIST } from '../../lib/steps';
import { useInSteps } from '../../lib/useInSteps';
import { visibleString } from '../../lib/visible';
import { dragRows } from './dragRows';
import { ResourceLine } from './ResourceRow';
import { rowKey, rowLabel } from './rows';
import type { Row } from './rows';
import { closedAbove, folderKey, treeOf, treeSections } from './tree';
import type { Tree, TreeRow } from './tree';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import listStyles from '../../kit/list.module.css';
import styles from './views.module.css';

interface ResourceTreeProps {
  sections: readonly ListSection<Row>[];
  /** While something is searched for, all folders are open. */
  searching: boolean;
  selected: string | null;
  /** The resource that is open, unless the row of an error is picked. */
  chosen: { serverId: ServerId; uri: string } | null;
  onSelect: (row: Row, by: ChosenBy) => void;
  rowMenu: (row: Row) => ContextMenuContent;
  marks: Marks<Row>;
  handle: Ref<SectionListHandle>;
}

const useToggled = keptState<ReadonlySet<string>>(new Set());

/** Resources as a tree by the parts of their URIs; templates stand beside it. */
export function ResourceTree(props: ResourceTreeProps): ReactNode {
  const { sections, searching, onSelect, rowMenu } = props;
  const [toggled, setToggled] = useToggled();
  // A folder is chosen until another resource is.
  const [folder, setFolder] = useState<{ key: string; beside: string | null } | null>(null);
  const work = useCallback(() => treesOf(sections), [sections]);
  const made = useInSteps(work, countOf(sections) <= LONG_LIST);
  const shown = useMemo(
    () => made && treeSections(made.sections, made.trees, searching ? 'all' : toggled),
    [made, searching, toggled],
  );
  const flip = (keys: readonly string[]): void => {
    const next = new Set(toggled);
    for (const key of keys) if (!next.delete(key)) next.add(key);
    setToggled(next);
  };
  const toggle = (row: TreeRow): void => {
    if (row.kind === 'folder') flip([keyOf(row)]);
  };
  const trees = made?.trees;
  // Once for each resource: a folder above it may be closed again.
  const revealed = useRef<string | null>(null);
  const reveal = useEffectEvent(() => {
    const { chosen } = props;
    const tree = chosen === null ? undefined : trees?.get(chosen.serverId);
    if (chosen === null || tree === undefined || revealed.current === props.selected) return;
    const closed = closedAbove(tree, chosen.serverId, chosen.uri, toggled);
    if (closed === null) return;
    revealed.current = props.selected;
    if (closed.length > 0) flip(closed);
  });
  useEffect(() => reveal(), [trees, props.selected]);
  const select = (row: TreeRow, by: ChosenBy): void => {
    setFolder(row.kind === 'folder' ? { key: keyOf(row), beside: props.selected } : null);
    if (row.kind === 'leaf') onSelect(row.row, by);
    else if (by === 'pick') toggle(row);
  };
  if (shown === undefined) return <Skeleton rows={6} />;
  return (
    <SectionList
      label={t('common.resources')}
      keptAs="tree"
      sections={shown}
      itemKey={keyOf}
      rowHeight={28}
      selected={folder?.beside === props.selected ? folder.key : props.selected}
      onSelect={select}
      handle={props.handle}
      dragOut={{
        ...dragRows,
        isDraggable: (row) => row.kind === 'leaf' && dragRows.isDraggable(row.row),
        onPress: (row) => row.kind === 'leaf' && dragRows.onPress(row.row),
      }}
      marks={{
        isMarked: (row) => (row.kind === 'leaf' ? props.marks.isMarked(row.row) : null),
        onToggle: (row) => (row.kind === 'leaf' ? props.marks.onToggle(row.row) : toggle(row)),
        onAdd: (rows) => props.marks.onAdd(rows.flatMap((row) => (row.kind === 'leaf' ? row.row : []))),
      }}
      rowLabel={treeLabel}
      renderRow={renderLine}
      rowMenu={(row) => (row.kind === 'leaf' ? rowMenu(row.row) : folderMenu(row, () => toggle(row)))}
      tree={{
        level: (row) => row.level,
        expanded: (row) => (row.kind === 'folder' ? row.open : null),
        onToggle: toggle,
      }}
    />
  );
}

const countOf = (sections: readonly ListSection<Row>[]): number =>
  sections.reduce((sum, { items }) => sum + items.length, 0);

function* treesOf(sections: readonly ListSection<Row>[]) {
  const trees = new Map<string, Tree>();
  for (const { key, items } of sections) trees.set(key, yield* treeOf(items));
  return { sections, trees };
}

const keyOf = (row: TreeRow): string =>
  row.kind === 'folder' ? folderKey(row.serverId, row.path) : rowKey(row.row);

const renderLine = (row: TreeRow): ReactNode => <TreeLine row={row} />;

const treeLabel = (row: TreeRow): string =>
  row.kind === 'folder'
    ? t('resources.tree.folder', { name: visibleString(row.name), count: row.count })
    : rowLabel(row.row);

function folderMenu(row: TreeRow & { kind: 'folder' }, onToggle: () => void): ContextMenuContent {
  return {
    label: visibleString(row.name),
    entries: [
      {
        kind: 'action',
        icon: row.open ? 'down' : 'right',
        label: t(row.open ? 'common.collapse' : 'common.expand'),
        onPick: onToggle,
      },
    ],
  };
}

function TreeLine({ row }: { row: TreeRow }): ReactNode {
  const indent = { paddingLeft: `${(row.level - 1) * 0.875}rem` };
  if (row.kind === 'folder')
    return (
      <span className={styles.line} style={indent}>
        <Icon name={row.open ? 'down' : 'right'} size={12} />
        <Icon name="folder" size={16} />
        <span className={cx(layout.cut, layout.grow)}>
          <VisibleText text={row.name} />
        </span>
        <span className={cx(layout.t3, layout.fs11, layout.num)}>{formatNumber(row.count)}</span>
      </span>
    );
  return (
    <span className={cx(styles.line, styles.leaf)} style={indent}>
      {row.row.kind === 'entry' ? (
        <ResourceLine entry={row.row.entry} />
      ) : (
        <span className={listStyles.tt}>
          <TroubleRow row={row.row} />
        </span>
      )}
    </span>
  );
}
