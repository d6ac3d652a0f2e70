/** Titles of errors, and other texts about why something is not done. */
export const errors = {
  title: {
    notFound: 'Not found',
    invalid: 'Invalid input',
    needsReview: 'Review required',
    cancelled: 'Cancelled',
    timeout: 'Timed out',
    serverUnreachable: 'Server unreachable',
    serverRejected: 'Server error',
    forbidden: 'Blocked by policy',
    keyringUnavailable: 'System keyring unavailable',
    browserUnavailable: 'Couldn’t open the browser',
    storeTooNew: 'Data from a newer Usher version',
    storeInUse: 'Data folder in use',
    storeUnwritable: 'Couldn’t write to the data folder',
    internal: 'Internal error',
  },
  notConnected: 'Usher is still starting.',
  unexpected: 'Unexpected error: {text}',
  single: {
    stopped: 'blocked',
    hiddenText: 'hidden text',
    unlikeBrought: 'differs from the import',
    nameOfAnother: 'same name as a different tool of {servers}',
    namesUsher: 'mentions Usher',
    holdsSecret: 'contains one of your secrets',
  },
  webtool: {
    downgraded: 'The server offers an older version than you reviewed.',
    changed: 'The server changed this version after your review.',
  },
} as const;
