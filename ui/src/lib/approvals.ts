import type { Approval, CallId } from '../api/generated/contract';
import { t } from '../words/translate';
import { visibleString } from './visible';

/** Kinds of requests, as the texts `approvals.kind` and `approvals.heading` name them. */
type RequestName =
  | 'form'
  | 'url'
  | 'urlFirst'
  | 'sampling'
  | 'appSampling'
  | 'call'
  | 'appCall'
  | 'clientCall'
  | 'roots'
  | 'link';

/** Names the kind of a request, as a key of `approvals.heading`. */
export function requestName({ request }: Pick<Approval, 'request'>): RequestName {
  switch (request.kind) {
    case 'elicitForm':
      return 'form';
    case 'elicitUrl':
      return request.callFailed ? 'urlFirst' : 'url';
    case 'sample':
      return request.app === null ? 'sampling' : 'appSampling';
    case 'call':
      if (request.call.client !== null) return 'clientCall';
      return request.call.app === null ? 'call' : 'appCall';
    case 'roots':
    case 'link':
      return request.kind;
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

/** What a request asks for, as it stands after the name of the server and a colon. */
export const approvalSentence = (approval: Pick<Approval, 'request'>): string =>
  t(`approvals.kind.${requestName(approval)}`, { client: clientOf(approval) });

/** The client that makes a call that waits; empty where none does. */
export const clientOf = ({ request }: Pick<Approval, 'request'>): string =>
  request.kind === 'call' ? visibleString(request.call.client ?? '') : '';

/** The tool of a call that waits. */
export const calledTool = ({ request }: Pick<Approval, 'request'>): string =>
  request.kind === 'call' ? visibleString(request.call.tool) : '';

/** What a request asks for, as its heading says it. */
export const approvalHeading = (approval: Pick<Approval, 'request' | 'serverLabel'>): string =>
  t.markup(`approvals.heading.${requestName(approval)}`, {
    server: () => approval.serverLabel,
    client: () => clientOf(approval),
    tool: () => calledTool(approval),
  });
