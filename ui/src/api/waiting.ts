import { useMemo } from 'react';
import type { ClientId, ClientSnapshot, SourceId } from './generated/contract';
import { useClients } from './clients';
import { usePendingReviews } from './pins';
import { useApprovals, useServers } from './queries';
import { useWebtools } from './webtools';

/** How much waits for the person, as Approvals lists it and the window's title says it. */
export function useWaiting(): number {
  const servers = (useServers().data ?? []).filter(({ need }) => need !== null && need !== 'changed');
  const { reviews, isPutOff } = usePendingReviews();
  const webtools = (useWebtools().data ?? []).filter(({ need }) => need !== null);
  const clients = useWaitingClients() ?? [];
  const definitions = reviews.length > 0 && !isPutOff ? 1 : 0;
  return (useApprovals().data?.length ?? 0) + servers.length + definitions + webtools.length + clients.length;
}

/** Clients that nobody has decided about, in the order they came; `undefined` = not known yet. */
export function useWaitingClients(): readonly ClientSnapshot[] | undefined {
  const clients = useClients().data;
  return useMemo(() => clients?.filter(({ status }) => status === 'waiting'), [clients]);
}

/** The place in Approvals of what a server or webtool as a whole waits for. */
export const needId = (owner: SourceId): string => `need:${owner}`;

/** The place in Approvals of a client. */
export const clientEntryId = (client: ClientId): string => `client:${client}`;

/** The place in Approvals of the definitions to review. */
export const DEFINITIONS = 'definitions';
