import { useQuery } from '@tanstack/react-query';
import { call } from './client';
import type { AppSnapshot, CallId, ServerId } from './generated/contract';
import { keys } from './keys';

/** Running apps, the oldest first. */
const useApps = () => useQuery({ queryKey: keys.apps, queryFn: () => call('mcpApp.list', {}) });

/** The app that draws the result of a call; `undefined` = none runs. */
export const useAppOf = (callId: CallId): AppSnapshot | undefined =>
  useApps().data?.find((app) => app.callId === callId);

/** The page that draws results of a tool, read from its server anew each time somebody looks. */
export const usePreparedApp = (serverId: ServerId, tool: string, enabled: boolean) =>
  useQuery({
    queryKey: keys.preparedApp(serverId, tool),
    queryFn: () => call('mcpApp.prepare', { serverId, tool }),
    enabled,
    gcTime: 0,
    refetchOnMount: 'always',
  });

/** The apps, with one that has changed. */
export const withApp = (apps: readonly AppSnapshot[], changed: AppSnapshot): AppSnapshot[] =>
  apps.some(({ id }) => id === changed.id)
    ? apps.map((app) => (app.id === changed.id ? changed : app))
    : [...apps, changed];
