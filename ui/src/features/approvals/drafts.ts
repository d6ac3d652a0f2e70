import { useState } from 'react';
import type { ApprovalId, JsonValue } from '../../api/generated/contract';
import { formSchema } from '../../entities/approval/schema';
import { createFormState } from '../../kit/SchemaForm/formState';
import type { FormState } from '../../kit/SchemaForm/formState';
import { startingValue } from '../../kit/SchemaForm/defaults';
import { setNewest } from '../../lib/boundedMap';
import { statePart } from '../../lib/store';
import { forgetCallDraft } from './callDrafts';
import type { ApprovalOf } from './kinds';
import { forgetSample, sampleText } from './sampling/sampleDrafts';

/** What has been filled in for one question, and what its form knows beside the values. */
export interface Draft {
  value: JsonValue;
  form: FormState;
}

/** Kept as long as the window is open, so that looking elsewhere loses nothing; each question has its own. */
const drafts = statePart(() => new Map<ApprovalId, Draft>());

/** So many are kept. */
const KEPT = 50;

/** The draft of one question, begun with the defaults its schema declares. Key the caller by the question's id. */
export function useDraft(approval: ApprovalOf<'elicitForm'>): readonly [Draft, (value: JsonValue) => void] {
  const [draft, setDraft] = useState<Draft>(
    () => drafts().get(approval.id) ?? newDraft(approval.request.schema),
  );
  const keep = (value: JsonValue): void => {
    const next = { value, form: draft.form };
    setNewest(drafts(), approval.id, next, KEPT);
    setDraft(next);
  };
  return [draft, keep];
}

/** Forgets a draft; what was typed for a question that is over is nobody's business any more. */
export function forgetDraft(approvalId: ApprovalId): void {
  drafts().delete(approvalId);
  forgetCallDraft(approvalId);
  forgetSample(approvalId);
}

function newDraft(schema: JsonValue): Draft {
  const object = formSchema(schema);
  return { value: startingValue(object, object) ?? {}, form: createFormState() };
}

/** What the person has typed for a question, as text to take elsewhere; `null` = nothing beyond what was filled in. */
export function typedText(approvalId: ApprovalId): string | null {
  const draft = drafts().get(approvalId);
  return sampleText(approvalId) ?? (draft === undefined ? null : JSON.stringify(draft.value, null, 2));
}
