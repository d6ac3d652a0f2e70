import type { Approval } from '../api/generated/contract';

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
