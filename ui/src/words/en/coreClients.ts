/** Texts about clients: what the person decided, and what clients are told. Clients get them in English. */
export const clientTexts = {
  knownClient: {
    unknown: 'This client was not found.',
    tooMany: 'Too many programs already wait for approval. Decide about them first.',
    tooLate: 'This client can no longer be restored.',
    replaced: 'The program connected again and you decided about it anew.',
    name: 'Enter a name of 1 to 64 characters.',
    noToken: 'This client does not connect over HTTP and has no token.',
    noRandom: 'The system provided no random numbers, so no token was created.',
    httpLate: 'The HTTP address was not opened in time.',
    httpPort: 'No port could be opened: {reason}',
  },
  gateway: {
    waiting:
      'Usher has not allowed this client yet. The user must approve it in Usher under Approvals; call again afterwards.',
    paused: 'The user paused this client in Usher. No tools can be called.',
    refused: 'The user blocked this client in Usher. No tools can be called.',
    callAgain:
      'The call of {tool} waits for the user’s approval in Usher. Call {tool} again with the same arguments.',
    waitsForApproval: 'Waiting for approval in Usher',
  },
} as const;
