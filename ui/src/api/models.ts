import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { call } from './client';
import type { ApprovalId, JsonValue, ModelRef } from './generated/contract';
import { keys } from './keys';

/** Providers of models, in the order they were added. */
export const useProviders = () =>
  useQuery({ queryKey: keys.providers, queryFn: () => call('model.providers', {}) });

/** The person's own table of hints. */
export const useMappings = () =>
  useQuery({ queryKey: keys.mappings, queryFn: () => call('model.mappings', {}) });

/** What each server may have of models, and has had. */
export const useSamplingServers = () =>
  useQuery({ queryKey: keys.samplingServers, queryFn: () => call('sampling.servers', {}) });

interface Planned {
  params: JsonValue;
  /** Other parameters have another one. */
  version: number;
  model: ModelRef | null;
}

/** What would happen if a request to a model were run as it stands; asked a moment after the last change. */
export function useSamplingPlan(approvalId: ApprovalId, planned: Planned) {
  const [{ params, version, model }] = useDebouncedValue(planned, 250, { leading: true });
  return useQuery({
    queryKey: [...keys.samplingPlan(approvalId), version, model],
    queryFn: () => call('sampling.plan', { approvalId, params, model }),
    placeholderData: keepPreviousData,
    // What a server has had changes without a word of the page.
    staleTime: 0,
  });
}
