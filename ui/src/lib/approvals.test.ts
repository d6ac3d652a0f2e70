import { expect, it } from 'vitest';
import type { Approval } from '../api/generated/contract';
import { FORM_APPROVAL, CALL_APPROVAL, ROOTS_APPROVAL, SAMPLE_APPROVAL, URL_APPROVAL } from '../host/fake';
import { approvalHeading } from './approvals';

const LINK: Approval['request'] = {
  kind: 'link',
  address: URL_APPROVAL.request.address,
  place: { kind: 'website' },
};

it.each<[Approval['request'], string]>([
  [FORM_APPROVAL.request, 'Demo requests form input'],
  [URL_APPROVAL.request, 'Demo asks to open a URL'],
  [{ ...URL_APPROVAL.request, callFailed: true }, 'Demo requires opening a URL first'],
  [SAMPLE_APPROVAL.request, 'Demo requests a model response'],
  [CALL_APPROVAL.request, 'Tool call to Demo needs approval'],
  [
    { kind: 'call', call: { ...CALL_APPROVAL.request.call, client: 'Editor' } },
    'Editor wants to run delete_everything of Demo',
  ],
  [ROOTS_APPROVAL.request, 'Demo requests your roots'],
  [LINK, 'Open link from Demo?'],
])('the heading of every kind of request says what is requested: $1', (request, expected) => {
  expect(approvalHeading({ request, serverLabel: 'Demo' })).toBe(expected);
});
