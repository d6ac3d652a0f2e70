import type { ClientId, ClientSnapshot, SourceId } from './generated/contract';
import { useAnswer } from './queries';

/** Programs that reach the servers through Usher, in the order they came. */
export const useClients = () => useAnswer('client.list', {});

/** Records of decisions about a client name it where others name a server. */
export const recordOwner = (id: ClientId): SourceId => id as string as SourceId;

/** The client of this name; `undefined` = it was removed. */
export function useClientNamed(name: string | null): ClientSnapshot | undefined {
  return useClients().data?.find((client) => client.name === name);
}

/** The client that a filter of records or calls names; `undefined` = it names a server, or nothing. */
export function useFilteredClient(filter: SourceId | null): ClientSnapshot | undefined {
  return useClients().data?.find(({ id }) => recordOwner(id) === filter);
}

/** Other programs that connect under the same name: one of them may only pretend to be it. A token cannot be pretended. */
export function useSameName({ id, connectsAs, transport }: ClientSnapshot): readonly ClientSnapshot[] {
  const others = (useClients().data ?? []).filter((other) => other.id !== id && other.transport === 'stdio');
  return transport === 'stdio' ? others.filter((other) => other.connectsAs === connectsAs) : [];
}

/** The clients that one which waits could be, if its program was moved or updated: a blocked one stays what it is. */
export function useKnownBefore(client: ClientSnapshot): readonly ClientSnapshot[] {
  return useSameName(client).filter(({ status }) => status === 'allowed' || status === 'paused');
}
