import type { PolicyRule, SourceId, Trust } from './generated/contract';
import { useAnswer } from './queries';

/** Whether what this server says of its tools counts. */
export function useTrust(serverId: SourceId): Trust {
  return useAnswer('policy.list', {}).data?.trusted.includes(serverId) ? 'yes' : 'no';
}

/** The rule of the person's own calls of one tool, if there is one. */
export function useToolRule(serverId: SourceId, tool: string): PolicyRule | null {
  const rules = useAnswer('policy.list', {}).data?.rules ?? [];
  const isIt = ({ serverId: of, client, scope }: PolicyRule) =>
    of === serverId && client === null && scope.kind === 'tool' && scope.name === tool;
  return rules.find(isIt) ?? null;
}
