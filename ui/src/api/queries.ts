import { QueryClient, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { call } from './client';
import type { ApiError } from './client';
import type {
  Approval,
  CatalogKind,
  HistoryId,
  IconKey,
  Operations,
  ServerId,
  SourceId,
} from './generated/contract';
import { CALLS_PER_PAGE, callsPage } from './history';
import { keys, type HistoryPart } from './keys';
import { lastLines } from './stderr';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
  }
}

/** The cache of the page. The core owns the truth: nothing goes stale by time, events say what changed. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // The core is on this computer: being without a network changes nothing.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

export const useAppInfo = () => useQuery({ queryKey: keys.appInfo, queryFn: () => call('app.info', {}) });
export const useServers = () => useQuery({ queryKey: keys.servers, queryFn: () => call('server.list', {}) });
export const useKeyring = () =>
  useQuery({ queryKey: keys.keyring, queryFn: () => call('secret.status', {}) });
export const useSettings = () =>
  useQuery({ queryKey: keys.settings, queryFn: () => call('setting.get', {}) });
export const useApprovals = () =>
  useQuery({ queryKey: keys.approvals, queryFn: () => call('approval.list', {}) });

/** Calls that go on as tasks at their servers, newest first. */
export const useTasks = () => useQuery({ queryKey: keys.tasks, queryFn: () => call('task.list', {}) });

/** What Usher and its servers use of this computer, asked again and again while somebody looks. */
export const useProcesses = (everyMs: number, enabled = true) =>
  useQuery({
    queryKey: keys.processes,
    queryFn: () => call('server.processes', {}),
    enabled,
    // What was seen when the view was last open is no news.
    staleTime: 0,
    gcTime: 0,
    refetchInterval: everyMs,
  });

/** Folders shown to one server, or to all (`null`). */
export const useRoots = (serverId: ServerId | null) =>
  useQuery({ queryKey: keys.rootList(serverId), queryFn: () => call('root.list', { serverId }) });

/** Everything about one server; `null` asks nothing. */
export const useServer = (serverId: ServerId | null) =>
  useQuery({
    queryKey: keys.server(serverId ?? ('' as ServerId)),
    queryFn: async () => {
      const detail = await call('server.get', { serverId: serverId as ServerId });
      return { ...detail, stderr: lastLines(detail.stderr) };
    },
    enabled: serverId !== null,
  });

/** A server's configuration as JSON, without secret values. */
export const useConfigText = (serverId: ServerId) =>
  useQuery({
    queryKey: keys.configText(serverId),
    queryFn: () => call('serverConfig.get', { serverId }),
  });

/** What an edited configuration comes to; forgotten soon, for it may hold secrets. */
export const useCheckedConfigText = (serverId: ServerId, text: string) =>
  useQuery({
    queryKey: keys.checkedConfigText(serverId, text),
    queryFn: () => call('serverConfig.check', { serverId, text }),
    gcTime: 0,
  });

export const useTools = (serverId: SourceId | null) =>
  useQuery({ queryKey: keys.catalog('tools', serverId), queryFn: () => call('tool.list', { serverId }) });
/** Resources whose changes are followed, of servers that are on; their servers list them or not. */
export const useSubscriptions = () =>
  useQuery({ queryKey: keys.subscriptions, queryFn: () => call('resource.subscriptions', {}) });
export const useTemplates = (serverId: ServerId | null) =>
  useQuery({
    queryKey: keys.catalog('templates', serverId),
    queryFn: () => call('template.list', { serverId }),
  });
export const usePrompts = (serverId: ServerId | null) =>
  useQuery({ queryKey: keys.catalog('prompts', serverId), queryFn: () => call('prompt.list', { serverId }) });

export const useTool = (serverId: SourceId, name: string, enabled = true) =>
  useQuery({
    queryKey: keys.tool(serverId, name),
    queryFn: () => call('tool.get', { serverId, name }),
    enabled,
  });

/** One entry of a list as its server sent it. */
export const useListedEntry = (serverId: SourceId, list: CatalogKind, key: string) =>
  useQuery({
    queryKey: keys.entry(list, serverId, key),
    queryFn: () => call('catalog.entry', { serverId, list, key }),
  });

/**
 * What a resource holds, in one session with its server. It is read again when somebody looks at it after its server's
 * own time for it.
 */
export const useResource = (serverId: ServerId, uri: string, enabled: boolean) =>
  useQuery({
    queryKey: keys.read(serverId, uri),
    enabled,
    queryFn: () => call('resource.read', { serverId, uri }),
    staleTime: ({ state: { data } }) =>
      data === undefined || data.freshUntil === null
        ? Number.POSITIVE_INFINITY
        : Math.max(0, data.freshUntil - data.readAt),
  });

/** The newest of what is recorded. */
export const useHistory = (part: HistoryPart, limit = 100) =>
  useQuery({
    queryKey: keys.historyList(part),
    queryFn: () => call('history.list', { ...part, before: null, limit }),
  });

/** What is recorded, newest first, page by page. */
export const useCalls = (part: HistoryPart) =>
  useInfiniteQuery({
    queryKey: keys.calls(part),
    queryFn: ({ pageParam }) => callsPage(part, pageParam),
    initialPageParam: null as HistoryId | null,
    getNextPageParam: (page) => (page.length < CALLS_PER_PAGE ? undefined : page.at(-1)?.id),
    // What was found before stays in sight until the next answer.
    placeholderData: (before) => before,
  });

export const useHistoryEntry = (id: HistoryId | null) =>
  useQuery({
    queryKey: keys.historyEntry(id ?? ('' as HistoryId)),
    queryFn: () => call('history.get', { id: id as HistoryId }),
    enabled: id !== null,
  });

export const useWireText = (serverId: ServerId, seq: number | null) =>
  useQuery({
    queryKey: keys.wireText(serverId, seq ?? -1),
    queryFn: () => call('wire.get', { serverId, seq: seq as number }),
    enabled: seq !== null,
  });

/** An icon's bytes. Keys name contents, so an answer is good for the whole run. */
export const useIcon = (key: IconKey | null) =>
  useQuery({
    queryKey: keys.icon(key ?? ('' as IconKey)),
    queryFn: () => call('icon.get', { key: key as IconKey }),
    enabled: key !== null,
    gcTime: Number.POSITIVE_INFINITY,
  });

/** Where a program would be found; asks nothing for an empty name. */
export const useResolvedCommand = (command: string) =>
  useQuery({
    queryKey: keys.resolvedCommand(command),
    queryFn: () => call('server.resolveCommand', { command }),
    enabled: command !== '',
    staleTime: 5_000,
  });

/** Other apps' configurations, remembered for the run. Files are read only once the person asked. */
export const useImportScan = (asked: boolean) =>
  useQuery({ queryKey: keys.importScan, queryFn: () => call('import.scan', {}), enabled: asked });

interface Follow<K extends keyof Operations> {
  onSuccess?: (result: Operations[K][1]) => unknown;
  onError?: (error: ApiError) => unknown;
}

/**
 * An operation as a mutation; what it changes arrives through events, so callers invalidate nothing.
 * What follows is given here and not to `mutate`: an event may take the caller off the page before the answer comes.
 */
export function useOperation<K extends keyof Operations>(name: K, follow: Follow<K> = {}) {
  return useMutation<Operations[K][1], ApiError, Operations[K][0]>({
    mutationFn: (params) => call(name, params),
    onSuccess: (result) => follow.onSuccess?.(result),
    onError: (error) => follow.onError?.(error),
  });
}

/** Follows the open questions outside of any component, until the returned function is called. */
export function followApprovals(client: QueryClient, listener: (approvals: Approval[]) => void): () => void {
  return client
    .getQueryCache()
    .subscribe(() => listener(client.getQueryData<Approval[]>(keys.approvals) ?? []));
}
