import { expect, it } from 'vitest';
import type { Approval } from '../api/generated/contract';
import { FORM_APPROVAL, CALL_APPROVAL, ROOTS_APPROVAL, SAMPLE_APPROVAL, URL_APPROVAL } from '../host/fake';
import { approvalSentence } from './approvals';

const LINK: Approval['request'] = {
  kind: 'link',
  address: URL_APPROVAL.request.address,
  place: { kind: 'website' },
};

it.each<[Approval['request'], string]>([
  [FORM_APPROVAL.request, 'asks you to fill in a form'],
  [URL_APPROVAL.request, 'asks you to open a page'],
  [{ ...URL_APPROVAL.request, callFailed: true }, 'needs you to open a page first'],
  [SAMPLE_APPROVAL.request, 'asks to use a model'],
  [CALL_APPROVAL.request, 'needs your yes for a tool call'],
  [ROOTS_APPROVAL.request, 'asks which folders it may know of'],
  [LINK, 'sent an address you want to open'],
])('every kind of question says what it asks for: $1', (request, expected) => {
  expect(approvalSentence({ request })).toBe(expected);
});
