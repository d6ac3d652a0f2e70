import { QueryClient, queryOptions, skipToken, useMutation, useQuery } from '@tanstack/react-query';
import type { UseQueryOptions } from '@tanstack/react-query';
import { call } from './client';
import type { ApiError } from './client';
import type { Approval, HistoryId, Operations, ServerId } from './generated/contract';
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

type Name = keyof Operations;

/** Where the cache keeps what an operation answers; with fewer parameters, all its answers that have them. */
export const answerKey = <K extends Name>(name: K, params: Partial<Operations[K][0]> = {}) =>
  [name, params] as const;

/** An operation as a query; without parameters it asks nothing. An event that changes its answer has it asked again (`events.ts`). */
export const asked = <K extends Name>(name: K, params: Operations[K][0] | null | undefined) =>
  queryOptions<Operations[K][1]>({
    queryKey: [name, params],
    queryFn: params ? () => call(name, params) : skipToken,
  });

/** What an operation answers; without parameters it asks nothing. */
export const useAnswer = <K extends Name, T = Operations[K][1]>(
  name: K,
  params: Operations[K][0] | null | undefined,
  options?: Omit<UseQueryOptions<Operations[K][1], ApiError, T>, 'queryKey' | 'queryFn'>,
) => useQuery({ ...asked(name, params), ...options } as UseQueryOptions<Operations[K][1], ApiError, T>);

/** What the cache holds of an operation's answer. */
export const known = <K extends Name>(
  client: QueryClient,
  name: K,
  params: Operations[K][0],
): Operations[K][1] | undefined => client.getQueryData(answerKey(name, params));

export const useServers = () => useAnswer('server.list', {});
export const useSettings = () => useAnswer('setting.get', {});
export const useApprovals = () => useAnswer('approval.list', {});

/** For what may hold secrets, or is another one at each look: kept only while it is shown. */
export const UNKEPT = { gcTime: 0 };

/** What Usher and its servers use of this computer, asked again and again while somebody looks. */
export const useProcesses = (refetchInterval: number) =>
  // What was seen when the view was last open is no news.
  useAnswer('server.processes', {}, { ...UNKEPT, staleTime: 0, refetchInterval });

/** Everything about one server; `null` asks nothing. */
export const useServer = (serverId: ServerId | null) =>
  useQuery({
    ...asked('server.get', serverId && { serverId }),
    queryFn:
      serverId === null
        ? skipToken
        : async () => {
            const detail = await call('server.get', { serverId });
            return { ...detail, stderr: lastLines(detail.stderr) };
          },
  });

/**
 * What a resource holds, in one session with its server. It is read again when somebody looks at it after its server's
 * own time for it.
 */
export const useResource = (serverId: ServerId, uri: string, enabled: boolean) =>
  useAnswer(
    'resource.read',
    { serverId, uri },
    {
      enabled,
      staleTime: ({ state: { data } }) =>
        data === undefined || data.freshUntil === null
          ? Number.POSITIVE_INFINITY
          : Math.max(0, data.freshUntil - data.readAt),
    },
  );

export const useHistoryEntry = (id: HistoryId | null) => useAnswer('history.get', id && { id });

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
  return client.getQueryCache().subscribe(() => listener(known(client, 'approval.list', {}) ?? []));
}
