import { failure } from './coreFailure';
import * as reviews from './coreReviews';
import * as setup from './coreSetup';

/** Texts of the messages that the core makes, by their codes. */
export const core = {
  /** A sentence that was stored before messages had codes. */
  verbatim: '{text}',
  failure,
  ...reviews,
  ...setup,
  command: {
    executable: 'Executable file found.',
    onPath: 'Found on the PATH of your login shell.',
    notOnPath: 'Not found on the PATH of your login shell. Check the spelling or enter an absolute path.',
  },
} as const;
