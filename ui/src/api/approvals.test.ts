import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FORM_APPROVAL } from '../host/fake';
import { keepClosedApproval, useClosedApprovals } from './approvals';
import type { Approval, ApprovalId } from './generated/contract';
import { coreMessage } from '../words/message';

const asking = (at: number, characters: number): Approval => ({
  ...FORM_APPROVAL,
  id: `ask${at}` as ApprovalId,
  request: { ...FORM_APPROVAL.request, message: 'x'.repeat(characters) },
});

const MEBIBYTE = 1024 * 1024;

it.each([
  ['a few', [10, 10, 10], ['ask2', 'ask1', 'ask0']],
  ['many short ones', Array<number>(52).fill(10), Array.from({ length: 50 }, (_, at) => `ask${51 - at}`)],
  ['many long ones', Array<number>(9).fill(MEBIBYTE - 2_000), ['ask8', 'ask7', 'ask6', 'ask5']],
  ['one that is too long for all', [10, 5 * MEBIBYTE], ['ask1']],
  ['short ones older than a long one', [10, 5 * MEBIBYTE, 10], ['ask2']],
])('of questions that are over the newest are kept: %s', (_what, lengths, kept) => {
  for (const [at, characters] of lengths.entries()) {
    const approval = asking(at, characters);
    const { id: approvalId, serverId } = approval;
    keepClosedApproval(
      approval,
      { approvalId, serverId, ending: 'moot', reason: coreMessage('ended.stopped') },
      at,
    );
  }
  expect(renderHook(useClosedApprovals).result.current.map(({ approval }) => approval.id)).toEqual(kept);
});
