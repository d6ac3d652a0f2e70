import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { PromptHead, ServerId } from '../../api/generated/contract';
import { useMarkViewed } from '../../api/markViewed';
import { usePrompts, useServers } from '../../api/queries';
import { CatalogList } from '../../entities/catalog/CatalogList';
import { TroubleDetail } from '../../entities/catalog/CatalogRows';
import { EmptyState } from '../../kit/EmptyState';
import { Panes } from '../../entities/layout/Panes';
import { catalogGroups, withFilter } from '../../lib/catalogRows';
import type { CatalogRow } from '../../lib/catalogRows';
import { pointWire } from '../../lib/panels';
import { matches } from '../../lib/search';
import { visibleString } from '../../lib/visible';
import { PromptDetail } from './PromptDetail';
import { PromptRow } from './PromptRow';
import { asServer } from '../../lib/sourceIds';
import { t } from '../../words/translate';

type Row = CatalogRow<PromptHead>;

function promptKey(serverId: ServerId, name: string): string {
  return `prompt ${serverId} ${name}`;
}

function rowKey(row: Row): string {
  return row.kind === 'entry'
    ? promptKey(row.serverId, row.entry.name)
    : `${row.kind} ${row.serverId} ${row.list}`;
}

/** All a row shows, in one line. */
function promptLabel({ title, name, arguments: args }: PromptHead): string {
  const names = title === name ? [name] : [title, name];
  return visibleString(
    [...names, ...(args.length > 0 ? [t('prompts.arguments', { count: args.length })] : [])].join(', '),
  );
}

/** Prompts of one server or of all, and the one that is open. */
export function PromptsScreen(): ReactNode {
  const search = useSearch({ from: '/prompts' });
  const navigate = useNavigate({ from: '/prompts' });
  const filter = asServer(search.filter) ?? null;
  const [query, setQuery] = useState('');
  const [trouble, setTrouble] = useState<Exclude<Row, { kind: 'entry' }> | null>(null);
  const servers = useServers();
  const prompts = usePrompts(filter);
  useMarkViewed(['prompts'], filter);
  const groups = useMemo(() => {
    if (prompts.data === undefined || servers.data === undefined) return undefined;
    const wanted =
      query.trim() === ''
        ? null
        : (prompt: PromptHead) => matches(query, prompt.title, prompt.name, prompt.description);
    return catalogGroups(servers.data, [{ list: 'prompts', sections: prompts.data }], wanted);
  }, [servers.data, prompts.data, query]);

  const { item } = search;
  const server = asServer(search.server);
  const chosen = server !== undefined && item !== undefined ? promptKey(server, item) : null;
  useEffect(() => {
    if (server !== undefined) pointWire({ serverId: server });
  }, [server]);

  return (
    <Panes
      listLabel={t('common.prompts')}
      chosen={chosen !== null}
      list={
        <CatalogList
          list="prompts"
          icon="prompt"
          groups={groups}
          error={servers.error ?? prompts.error}
          onRetry={() => void (servers.isError ? servers : prompts).refetch()}
          filter={filter}
          onFilter={(next) => void navigate({ search: (before) => withFilter(before, next) })}
          query={query}
          onQuery={setQuery}
          names={(prompts.data ?? []).flatMap(({ items }) => items.map(({ title }) => title))}
          anyServer={(servers.data ?? []).length > 0}
          selected={trouble === null ? chosen : rowKey(trouble)}
          onSelect={(row) => {
            setTrouble(row.kind === 'entry' ? null : row);
            if (row.kind !== 'entry') return;
            const kept = filter === null ? {} : { filter };
            void navigate({ search: { ...kept, server: row.serverId, item: row.entry.name } });
          }}
          rowKey={rowKey}
          rowLabel={promptLabel}
          renderEntry={(prompt) => <PromptRow prompt={prompt} />}
        />
      }
      detail={
        trouble !== null ? (
          <TroubleDetail row={trouble} server={servers.data?.find((each) => each.id === trouble.serverId)} />
        ) : server === undefined || item === undefined ? (
          <EmptyState icon="prompt" title={t('prompts.select')} />
        ) : (
          <PromptDetail key={chosen} serverId={server} name={item} />
        )
      }
    />
  );
}
