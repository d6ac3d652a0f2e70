import type { Approval } from '../../api/generated/contract';

type Request = Approval['request'];

/** A question of one kind. */
export type ApprovalOf<K extends Request['kind']> = Approval & { request: Extract<Request, { kind: K }> };

/** Tells the kinds of questions apart. */
export function isKind<K extends Request['kind']>(approval: Approval, kind: K): approval is ApprovalOf<K> {
  return approval.request.kind === kind;
}
