import { useQuery } from '@tanstack/react-query';
import { call } from './client';
import type { PolicyRule, SourceId, Trust } from './generated/contract';
import { keys } from './keys';

/** All rules about tools, and the servers whose claims count. */
export const usePolicies = () =>
  useQuery({ queryKey: keys.policies, queryFn: () => call('policy.list', {}) });

/** Whether what this server says of its tools counts. */
export function useTrust(serverId: SourceId): Trust {
  return usePolicies().data?.trusted.includes(serverId) ? 'yes' : 'no';
}

/** The rule of the person's own calls of one tool, if there is one. */
export function useToolRule(serverId: SourceId, tool: string): PolicyRule | null {
  const rules = usePolicies().data?.rules ?? [];
  const isIt = ({ serverId: of, client, scope }: PolicyRule) =>
    of === serverId && client === null && scope.kind === 'tool' && scope.name === tool;
  return rules.find(isIt) ?? null;
}
