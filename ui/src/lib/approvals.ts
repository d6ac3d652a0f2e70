import type { Approval, CallId } from '../api/generated/contract';

/** What a question asks for, as a sentence whose subject is the server's label. */
export function approvalSentence({ request }: Pick<Approval, 'request'>): string {
  switch (request.kind) {
    case 'elicitForm':
      return 'asks you to fill in a form';
    case 'elicitUrl':
      return request.callFailed ? 'needs you to open a page first' : 'asks you to open a page';
    case 'sample':
      return 'asks to use a model';
    case 'call':
      return 'needs your yes for a tool call';
    case 'roots':
      return 'asks which folders it may know of';
    case 'link':
      return 'sent an address you want to open';
  }
}

/** Whether a call waits while this question is open: it caused it, or may have. */
export function holdsUp({ cause, possibleCauses }: Approval, callId: CallId): boolean {
  return cause?.callId === callId || possibleCauses.some((call) => call.callId === callId);
}

/** The question a call waits for: one it caused before one it may have caused. */
export function approvalOf(approvals: readonly Approval[], callId: CallId): Approval | undefined {
  return (
    approvals.find(({ cause }) => cause?.callId === callId) ??
    approvals.find((approval) => holdsUp(approval, callId))
  );
}
