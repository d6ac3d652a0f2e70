import { useState } from 'react';
import type { ApprovalId, CallRequest, JsonValue } from '../../api/generated/contract';
import { createFormState } from '../../kit/SchemaForm/formState';
import type { FormState } from '../../kit/SchemaForm/formState';
import { setNewest } from '../../lib/boundedMap';
import { statePart } from '../../lib/store';

/** The arguments of a call that waits, as the person has left them. */
export interface CallDraft {
  view: 'form' | 'json';
  value: JsonValue;
  /** What stands in the JSON view, where it is not simply `value` written out. */
  text: string | null;
  form: FormState;
}

/** Kept as long as the window is open, so that looking elsewhere loses nothing. */
const drafts = statePart(() => new Map<ApprovalId, CallDraft>());
const KEPT = 50;

/** Forgets what was changed for a call that is over. */
export function forgetCallDraft(approvalId: ApprovalId): void {
  drafts().delete(approvalId);
}

/** The draft of one call, begun with what would be sent. Key the caller by the question's id. */
export function useCallDraft(
  approvalId: ApprovalId,
  held: CallRequest,
): readonly [CallDraft, (change: Partial<CallDraft>) => void] {
  const [draft, setDraft] = useState<CallDraft>(
    () =>
      drafts().get(approvalId) ?? {
        view: 'form',
        value: held.arguments,
        text: null,
        form: createFormState(),
      },
  );
  const change = (part: Partial<CallDraft>): void => {
    const next = { ...draft, ...part };
    setNewest(drafts(), approvalId, next, KEPT);
    setDraft(next);
  };
  return [draft, change];
}
