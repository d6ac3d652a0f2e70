import { useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import type { SourceId } from '../../api/generated/contract';
import type { ContextMenuContent } from '../../kit/ContextMenu';
import { ListPane } from '../../kit/ListPane';
import { NoMatch } from '../../kit/NoMatch';
import { SectionList } from '../../kit/SectionList';
import type { ChosenBy } from '../../kit/rowChoice';
import type { ListSection, SectionListHandle } from '../../kit/SectionList';
import { ErrorNotice } from '../message/ErrorNotice';
import { useShowChosen } from './useShowChosen';
import { ServerFilter } from '../server/ServerFilter';
import { t } from '../../words/translate';

interface CatalogListProps<R> {
  /** What is listed. */
  title: string;
  searchLabel: string;
  /** Rows that fit the search; `undefined` while nobody knows. */
  sections: readonly ListSection<R>[] | undefined;
  /** How many entries are listed; `undefined` while nobody knows. */
  count: number | undefined;
  error: unknown;
  onRetry: () => void;
  filter: SourceId | null;
  onFilter: (filter: SourceId | null) => void;
  withWebtools?: boolean;
  query: string;
  onQuery: (query: string) => void;
  /** Undoes what else than the search narrows the list. */
  onAll: () => void;
  /** Whether it would be listed then. */
  isListed: (key: string) => boolean;
  /** Names of all entries, to guess what was meant by a search that finds nothing. */
  names: () => readonly string[];
  /** Before the server filter. */
  actions?: ReactNode;
  /** Another way to show the rows than as a list. */
  body?: { content: ReactNode; handle: RefObject<SectionListHandle | null> } | undefined;
  /** Between the search and the list. */
  notice?: ReactNode;
  /** In the place of the list where there is nothing to search. */
  empty: ReactNode;
  selected: string | null;
  onSelect: (row: R, by: ChosenBy) => void;
  rowKey: (row: R) => string;
  rowLabel: (row: R) => string;
  rowNote?: (row: R) => string;
  renderRow: (row: R) => ReactNode;
  rowMenu: (row: R) => ContextMenuContent;
}

/** The list pane of what servers offer: search, server filter, sections, and why it is empty if it is. */
export function CatalogList<R>(props: CatalogListProps<R>): ReactNode {
  const { title, sections, error, query, onQuery } = props;
  const ownList = useRef<SectionListHandle>(null);
  const list = props.body?.handle ?? ownList;
  useShowChosen(props);
  const failed = sections === undefined && error !== null && error !== undefined;
  return (
    <ListPane
      title={title}
      count={props.count}
      loading={sections === undefined && !failed}
      actions={
        <>
          {props.actions}
          <ServerFilter
            value={props.filter}
            onChange={props.onFilter}
            withWebtools={props.withWebtools ?? false}
          />
        </>
      }
      search={{
        label: props.searchLabel,
        value: query,
        onChange: onQuery,
        onEnterList: () => list.current?.focus(),
      }}
      notice={props.notice}
    >
      {failed && <ErrorNotice shape="pane" error={error} onRetry={props.onRetry} />}
      {sections?.length === 0 &&
        (query.trim() === '' ? (
          props.empty
        ) : (
          <NoMatch query={query} names={props.names} onTake={onQuery} help={t('shared.catalog.trySearch')} />
        ))}
      {sections !== undefined && sections.length > 0 && props.body?.content}
      {sections !== undefined && sections.length > 0 && props.body === undefined && (
        <SectionList
          label={title}
          keptAs={title}
          sections={sections}
          itemKey={props.rowKey}
          selected={props.selected}
          onSelect={props.onSelect}
          handle={list}
          rowLabel={props.rowLabel}
          rowNote={props.rowNote}
          renderRow={props.renderRow}
          rowMenu={props.rowMenu}
        />
      )}
    </ListPane>
  );
}
