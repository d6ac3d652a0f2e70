import { expect, it } from 'vitest';
import type { Approval } from '../api/generated/contract';
import { FORM_APPROVAL, CALL_APPROVAL, ROOTS_APPROVAL, SAMPLE_APPROVAL, URL_APPROVAL } from '../host/fake';
import { approvalSentence } from './approvals';

const LINK: Approval['question'] = {
  kind: 'link',
  address: URL_APPROVAL.question.address,
  place: { kind: 'website' },
};

it.each<[Approval['question'], string]>([
  [FORM_APPROVAL.question, 'asks you to fill in a form'],
  [URL_APPROVAL.question, 'asks you to open a page'],
  [{ ...URL_APPROVAL.question, callFailed: true }, 'needs you to open a page first'],
  [SAMPLE_APPROVAL.question, 'asks to use a model'],
  [CALL_APPROVAL.question, 'needs your yes for a tool call'],
  [ROOTS_APPROVAL.question, 'asks which folders it may know of'],
  [LINK, 'sent an address you want to open'],
])('every kind of question says what it asks for: $1', (question, expected) => {
  expect(approvalSentence({ question })).toBe(expected);
});
