import { keepAnswer } from '../../api/approvals';
import { toApiError } from '../../api/client';
import type { ApiError } from '../../api/client';
import type { Answer, Approval } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { forgetDraft } from './drafts';

interface Answering {
  send: (answer: Answer) => void;
  /** What became of the last answer, if it did not arrive. */
  error: ApiError | null;
}

/** Answers one question, once. `onFault` hears what the core has against an answer. */
export function useAnswering(approval: Approval, onFault?: (error: ApiError) => void): Answering {
  const sending = useOperation('approval.answer');
  const send = (answer: Answer): void => {
    if (sending.isPending) return;
    // Remembered first: the question may be over before this promise says so.
    keepAnswer(approval.id, answer.kind);
    // Not with the callbacks of `mutate`: an answered question leaves the screen before they would run.
    sending.mutateAsync({ approvalId: approval.id, answer }).then(
      () => forgetDraft(approval.id),
      (error: unknown) => {
        keepAnswer(approval.id, null);
        onFault?.(toApiError(error));
      },
    );
  };
  return { send, error: sending.error };
}
