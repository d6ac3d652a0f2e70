import { useQuery } from '@tanstack/react-query';
import { call } from './client';
import { keys } from './keys';

/** Agents on this computer. Their files change outside of Usher, so each look reads them again. */
export const useAgents = () =>
  useQuery({
    queryKey: keys.agents,
    queryFn: () => call('agent.list', {}),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
