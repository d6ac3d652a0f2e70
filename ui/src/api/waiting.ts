import { useMemo } from 'react';
import type { ClientId, ClientSnapshot, PinItem, ServerSnapshot, SourceId } from './generated/contract';
import { useClients } from './clients';
import { useApprovals, useServers } from './queries';
import { useWebtools } from './webtools';

/** How much waits for the person, as Approvals lists it and the window's title says it. */
export function useWaiting(): number {
  const servers = (useServers().data ?? []).reduce((sum, server) => sum + waitingOf(server), 0);
  const webtools = (useWebtools().data ?? []).filter(({ need }) => need !== null);
  const clients = useWaitingClients() ?? [];
  return (useApprovals().data?.length ?? 0) + servers + webtools.length + clients.length;
}

/** Clients that nobody has decided about, in the order they came; `undefined` = not known yet. */
export function useWaitingClients(): readonly ClientSnapshot[] | undefined {
  const clients = useClients().data;
  return useMemo(() => clients?.filter(({ status }) => status === 'waiting'), [clients]);
}

/** How much of a server waits: each changed definition, or the server as a whole. */
function waitingOf({ need, review }: ServerSnapshot): number {
  if (need === null) return 0;
  return need === 'changed' ? review.changed : 1;
}

/** The place in Approvals of what a server or webtool as a whole waits for. */
export const needId = (owner: SourceId): string => `need:${owner}`;

/** The place in Approvals of a client. */
export const clientEntryId = (client: ClientId): string => `client:${client}`;

/** The place in Approvals of a changed definition. */
export const changeId = (server: SourceId, { kind, name }: Pick<PinItem, 'kind' | 'name'>): string =>
  `change:${server}:${kind}:${name}`;
