import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ApprovalId } from '../../api/generated/contract';
import { CALL_APPROVAL, FORM_APPROVAL } from '../../host/fake';
import { useCallDraft } from './callDrafts';
import { useDraft } from './drafts';

/** What a question begins with, and how its draft is changed to this. */
const KINDS = {
  form: (id: ApprovalId) => {
    const { result } = renderHook(() => useDraft({ ...FORM_APPROVAL, id }));
    return { value: result.current[0].value, change: result.current[1] };
  },
  call: (id: ApprovalId) => {
    const { result } = renderHook(() => useCallDraft(id, CALL_APPROVAL.request.call));
    return { value: result.current[0].value, change: (value: string) => result.current[1]({ value }) };
  },
};

test.each(['form', 'call'] as const)('drafts of 50 questions of a %s are kept, the latest', (kind) => {
  const at = (number: number) => KINDS[kind](`question${number}` as ApprovalId);
  const { value } = at(0);
  for (let number = 0; number <= 50; number += 1) {
    const { change } = at(number);
    act(() => change('typed'));
  }
  expect([at(0).value, at(1).value, at(50).value]).toEqual([value, 'typed', 'typed']);
});
