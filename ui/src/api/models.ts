import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { call } from './client';
import type { ApprovalId, JsonValue, ModelRef } from './generated/contract';
import { answerKey } from './queries';

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
    queryKey: [...answerKey('sampling.plan', { approvalId }), version, model],
    queryFn: () => call('sampling.plan', { approvalId, params, model }),
    placeholderData: keepPreviousData,
    // What a server has had changes without a word of the page.
    staleTime: 0,
  });
}
