import { useQuery } from '@tanstack/react-query';
import { call } from './client';
import { keys } from './keys';

/** Programs that reach the servers through Usher, in the order they came. */
export const useClients = () => useQuery({ queryKey: keys.clients, queryFn: () => call('client.list', {}) });
