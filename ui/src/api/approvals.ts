import { createStore, useStore } from '../lib/store';
import type {
  Answer,
  Approval,
  ApprovalClosed,
  ApprovalEnding,
  ApprovalId,
  Message,
} from './generated/contract';

/** A question that is over, kept for the rest of the run so that nobody wonders where it went. */
export interface ClosedApproval {
  approval: Approval;
  ending: ApprovalEnding;
  /** Why. */
  reason: Message;
  /** When, Unix ms. */
  closedAt: number;
  /** How long the question is, written as JSON. */
  characters: number;
}

const CLOSED_KEPT = 50;

/** What they may hold together, written as JSON. The newest stays however long it is: the person may look at it. */
const CLOSED_CHARACTERS = 4 * 1024 * 1024;

const closed = createStore<readonly ClosedApproval[]>([]);
const answered = createStore<ReadonlyMap<ApprovalId, Answer['kind']>>(new Map());

/** Remembers a question that was open until now. */
export function keepClosedApproval(
  approval: Approval,
  { ending, reason }: ApprovalClosed,
  closedAt: number,
): void {
  const characters = JSON.stringify(approval).length;
  closed.set((approvals) => {
    let all = characters;
    const others = approvals.filter((each) => each.approval.id !== approval.id).slice(0, CLOSED_KEPT - 1);
    const tooOld = others.findIndex((each) => {
      all += each.characters;
      return all > CLOSED_CHARACTERS;
    });
    const kept = tooOld === -1 ? others : others.slice(0, tooOld);
    return [{ approval, ending, reason, closedAt, characters }, ...kept];
  });
}

/** Remembers what the person answers; `null` = that answer did not arrive. */
export function keepAnswer(approvalId: ApprovalId, answer: Answer['kind'] | null): void {
  answered.set((answers) => {
    const next = new Map(answers);
    if (answer === null) next.delete(approvalId);
    else next.set(approvalId, answer);
    return next;
  });
}

/** Questions that are over, the newest first. */
export function useClosedApprovals(): readonly ClosedApproval[] {
  return useStore(closed);
}

/** What the person answered to each question of this run. */
export function useAnswers(): ReadonlyMap<ApprovalId, Answer['kind']> {
  return useStore(answered);
}
