import type { Approval } from '../api/generated/contract';

/** Kinds of requests, as the texts `approvals.kind` and `approvals.heading` name them. */
type RequestName = 'form' | 'url' | 'urlFirst' | 'sampling' | 'call' | 'roots' | 'link';

/** Names the kind of a request, for `t('approvals.kind.…')`. */
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
