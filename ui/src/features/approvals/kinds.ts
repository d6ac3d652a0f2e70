import type { Approval } from '../../api/generated/contract';

type Question = Approval['question'];

/** A question of one kind. */
export type ApprovalOf<K extends Question['kind']> = Approval & { question: Extract<Question, { kind: K }> };

/** Tells the kinds of questions apart. */
export function isKind<K extends Question['kind']>(ask: Approval, kind: K): ask is ApprovalOf<K> {
  return ask.question.kind === kind;
}
