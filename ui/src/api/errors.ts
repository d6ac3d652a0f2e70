import type { Code } from './generated/contract';
import type { ApiError } from './client';

/** How an error is shown. `info` is no failure (the person cancelled). */
export type Tone = 'danger' | 'lamp' | 'info';

export interface ErrorPresentation {
  tone: Tone;
  /** What happened, in a few words, above the core's own sentence. */
  title: string;
  /** Whether doing the same again may help. */
  retry: boolean;
}

/** The only table from code to presentation. A code without a row does not exist: the type says so. */
const TABLE: Record<Code, ErrorPresentation> = {
  notFound: { tone: 'lamp', title: 'It is no longer there', retry: false },
  invalid: { tone: 'danger', title: 'Something needs to be corrected', retry: false },
  needsReview: { tone: 'lamp', title: 'Needs your review', retry: false },
  cancelled: { tone: 'info', title: 'Cancelled', retry: false },
  timeout: { tone: 'danger', title: 'No answer in time', retry: true },
  serverUnreachable: { tone: 'danger', title: 'The server cannot be reached', retry: true },
  serverRejected: { tone: 'danger', title: 'The server refused', retry: true },
  forbidden: { tone: 'lamp', title: 'Your policy says never', retry: false },
  keyringUnavailable: { tone: 'lamp', title: 'The system keyring cannot be used', retry: true },
  browserUnavailable: { tone: 'danger', title: 'The browser could not be opened', retry: true },
  storeTooNew: { tone: 'danger', title: 'The data belongs to a newer Usher', retry: false },
  storeInUse: { tone: 'danger', title: 'Another program uses the data folder', retry: false },
  storeUnwritable: { tone: 'danger', title: 'Usher cannot write its data', retry: true },
  internal: { tone: 'danger', title: 'Usher made a mistake', retry: true },
};

export function presentError(error: ApiError): ErrorPresentation {
  return TABLE[error.code] ?? TABLE.internal;
}
