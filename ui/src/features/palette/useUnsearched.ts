import type { CatalogKind, Section, SourceId } from '../../api/generated/contract';
import { useAnswer, useServers } from '../../api/queries';
import { useResources } from '../../api/resources';
import { useWebtools } from '../../api/webtools';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';

/** Which lists of servers a search does not look at, or not yet. */
export interface Unsearched {
  /** What failed, in words that name the list and its server. */
  failed: readonly string[];
  /** `all` = a list is not known of any server yet; `some` = servers are starting or list slowly. */
  loading: 'all' | 'some' | 'none';
}

interface List {
  isError: boolean;
  isPending: boolean;
  data: readonly Section<unknown, SourceId>[] | undefined;
}

export function useUnsearched(): Unsearched {
  const servers = useServers().data ?? [];
  const webtools = useWebtools().data ?? [];
  const lists: Record<CatalogKind, List> = {
    tools: useAnswer('tool.list', { serverId: null }),
    resources: useResources(null),
    templates: useAnswer('template.list', { serverId: null }),
    prompts: useAnswer('prompt.list', { serverId: null }),
  };
  const labels = new Map<SourceId, string>([...servers, ...webtools].map(({ id, label }) => [id, label]));
  const failed: string[] = [];
  let loading: Unsearched['loading'] = 'none';
  for (const list of Object.keys(lists) as CatalogKind[]) {
    const { isError, isPending, data } = lists[list];
    if (isError) failed.push(t(`shared.catalog.loadFailed.${list}`));
    if (isPending) loading = 'all';
    for (const { serverId, state } of data ?? []) {
      if (state.kind === 'loading' && loading === 'none') loading = 'some';
      if (state.kind !== 'failed') continue;
      const server = visibleString(labels.get(serverId) ?? t('shared.catalog.thisServer'));
      failed.push(t(`shared.catalog.loadFailedFrom.${list}`, { server }));
    }
  }
  return { failed, loading };
}
