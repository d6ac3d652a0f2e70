import type { Approval } from '../api/generated/contract';
import { t } from '../words/translate';

/** Kinds of requests, as the texts `approvals.kind` and `approvals.heading` name them. */
type RequestName = 'form' | 'url' | 'urlFirst' | 'sampling' | 'call' | 'roots' | 'link';

/** Names the kind of a request, as a key of `approvals.heading`. */
export function requestName({ request }: Pick<Approval, 'request'>): RequestName {
  switch (request.kind) {
    case 'elicitForm':
      return 'form';
    case 'elicitUrl':
      return request.callFailed ? 'urlFirst' : 'url';
    case 'sample':
      return 'sampling';
    case 'call':
    case 'roots':
    case 'link':
      return request.kind;
  }
}

/** What a request asks for, as it stands after the name of the server and a colon. */
export const approvalSentence = (approval: Pick<Approval, 'request'>): string =>
  t(`approvals.kind.${requestName(approval)}`);
