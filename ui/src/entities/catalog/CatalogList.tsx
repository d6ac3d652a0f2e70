import { Button, LinkButton } from '../../kit/controls';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import type { SourceId } from '../../api/generated/contract';
import type { CatalogGroup, CatalogRow } from '../../lib/catalogRows';
import { closest } from '../../lib/search';
import { visibleString } from '../../lib/visible';
import { CatalogHead, TroubleRow } from './CatalogRows';
import { EmptyState } from '../../kit/EmptyState';
import { ErrorNotice } from '../message/ErrorNotice';
import type { IconName } from '../../kit/iconPaths';
import { ListPane } from '../../kit/ListPane';
import { SectionList } from '../../kit/SectionList';
import type { SectionListHandle } from '../../kit/SectionList';
import { ServerFilter } from '../server/ServerFilter';
import { VisibleText } from '../../kit/VisibleText';
import { t } from '../../words/translate';

interface CatalogListProps<T> {
  /** What is listed. */
  list: 'prompts' | 'resources';
  icon: IconName;
  /** `undefined` while nobody knows. */
  groups: readonly CatalogGroup<T>[] | undefined;
  error: unknown;
  onRetry: () => void;
  filter: SourceId | null;
  onFilter: (filter: SourceId | null) => void;
  query: string;
  onQuery: (query: string) => void;
  /** Names of all entries, to guess what was meant by a search that finds nothing. */
  names: readonly string[];
  /** Whether any server is there at all. */
  anyServer: boolean;
  selected: string | null;
  onSelect: (row: CatalogRow<T>) => void;
  rowKey: (row: CatalogRow<T>) => string;
  rowLabel: (entry: T) => string;
  renderEntry: (entry: T) => ReactNode;
}

/** The list pane of a screen of entries of all servers: search, server filter, sections, and why it is empty if it is. */
export function CatalogList<T>(props: CatalogListProps<T>): ReactNode {
  const { groups, query, selected, onSelect } = props;
  const title = t(`common.${props.list}`);
  const list = useRef<SectionListHandle>(null);
  const sections = useMemo(
    () =>
      (groups ?? []).map((group) => ({
        key: group.server.id,
        label: group.server.label,
        header: <CatalogHead group={group} />,
        items: group.rows,
      })),
    [groups],
  );
  const shown = sections.reduce(
    (sum, { items }) => sum + items.filter((row) => row.kind === 'entry').length,
    0,
  );
  const failed = groups === undefined && props.error !== null && props.error !== undefined;

  return (
    <ListPane
      title={title}
      count={groups === undefined ? undefined : shown}
      loading={groups === undefined && !failed}
      actions={<ServerFilter value={props.filter} onChange={props.onFilter} />}
      search={{
        label: t(`shared.catalog.${props.list}.search`),
        value: query,
        onChange: props.onQuery,
        onEnterList: () => list.current?.focus(),
      }}
    >
      {failed && <ErrorNotice shape="pane" error={props.error} onRetry={props.onRetry} />}
      {groups !== undefined && sections.length === 0 && <NothingHere {...props} />}
      {sections.length > 0 && (
        <SectionList
          label={title}
          sections={sections}
          itemKey={props.rowKey}
          selected={selected}
          onSelect={onSelect}
          handle={list}
          {...labelOf(props.rowLabel)}
          renderRow={(row) =>
            row.kind === 'entry' ? props.renderEntry(row.entry) : <TroubleRow row={row} />
          }
        />
      )}
    </ListPane>
  );
}

function labelOf<T>(rowLabel: (entry: T) => string) {
  return {
    rowLabel: (row: CatalogRow<T>) =>
      row.kind === 'entry'
        ? rowLabel(row.entry)
        : row.kind === 'failed'
          ? t('shared.catalog.loadFailedRow', { message: visibleString(row.message) })
          : t('shared.catalog.invalidEntries'),
  };
}

function NothingHere<T>(props: CatalogListProps<T>): ReactNode {
  const navigate = useNavigate();
  const { list, icon, query, onQuery, names, anyServer, filter } = props;
  if (query.trim() !== '') {
    const meant = closest(query, names);
    return (
      <EmptyState icon="search" title={t('shared.catalog.noMatch', { query: query.trim() })} role="status">
        {meant === null
          ? t('shared.catalog.trySearch')
          : t.rich('shared.catalog.didYouMean', {
              name: () => (
                <LinkButton onClick={() => onQuery(meant)}>
                  <VisibleText text={meant} />
                </LinkButton>
              ),
            })}
      </EmptyState>
    );
  }
  if (!anyServer) {
    return (
      <EmptyState
        icon="server"
        title={t('shared.catalog.noServers')}
        actions={
          <Button size="xs" onClick={() => void navigate({ to: '/servers' })}>
            {t('shared.catalog.addServer')}
          </Button>
        }
      >
        {t(`shared.catalog.${list}.addServer`)}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={icon} title={t(`shared.catalog.${list}.none`)}>
      {t(`shared.catalog.${list}.${filter === null ? 'noneEnabled' : 'noneOfServer'}`)}
    </EmptyState>
  );
}
