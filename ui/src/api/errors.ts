import type { Code } from './generated/contract';
import type { ApiError } from './client';
import { t } from '../words/translate';

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
const TABLE: Record<Code, Omit<ErrorPresentation, 'title'>> = {
  notFound: { tone: 'lamp', retry: false },
  invalid: { tone: 'danger', retry: false },
  needsReview: { tone: 'lamp', retry: false },
  cancelled: { tone: 'info', retry: false },
  timeout: { tone: 'danger', retry: true },
  serverUnreachable: { tone: 'danger', retry: true },
  serverRejected: { tone: 'danger', retry: true },
  forbidden: { tone: 'lamp', retry: false },
  keyringUnavailable: { tone: 'lamp', retry: true },
  browserUnavailable: { tone: 'danger', retry: true },
  storeTooNew: { tone: 'danger', retry: false },
  storeInUse: { tone: 'danger', retry: false },
  storeUnwritable: { tone: 'danger', retry: true },
  internal: { tone: 'danger', retry: true },
};

export function presentError(error: ApiError): ErrorPresentation {
  const code = Object.hasOwn(TABLE, error.code) ? error.code : 'internal';
  return { ...TABLE[code], title: t(`errors.title.${code}`) };
}
