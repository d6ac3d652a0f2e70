/** Texts about clients: what the person decided, and what clients are told. Clients get them in English. */
export const clientTexts = {
  knownClient: {
    unknown: 'This client was not found.',
    tooLate: 'This client can no longer be restored.',
    replaced: 'The program connected again and you decided about it anew.',
    name: 'Enter a name of 1 to 64 visible characters.',
    nameTaken: 'Another client has this name or connects with it.',
    busy: 'Calls of this client run or wait for approval. Rename it when they have ended.',
    stillConnected:
      'The known client is connected from its previous path. Close it there, then answer again.',
    notMoved: 'Only a client that connects with the same name can be one you know.',
    origin:
      '“{origin}” is not a valid origin. Enter scheme, host and port only, such as http://localhost:5173.',
    tooManyOrigins: 'No more than {most, number} origins can be allowed.',
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
    callAgain: 'Waiting for approval A-{number} in Usher. Call {tool} again with the same arguments.',
    notYet: 'Waiting for approval in Usher. Call {tool} again with the same arguments.',
    stillStarts: 'The server is still starting. Call {tool} again with the same arguments.',
    noWindow:
      'Usher runs without a window. The user must open it, or decide in a terminal with “usher approvals”; then call again with the same arguments.',
    waits: 'Waiting for approval in Usher',
    waitsForApproval: 'Waiting for approval A-{number} in Usher',
    waitsForOthers: 'Waiting for earlier approvals of this client in Usher',
    waitsForServer: 'Waiting until the server has started',
    mayRun: 'May “{client}” run {tool} once, with these arguments?\n\n{arguments}',
    decision: 'Decision',
    run: 'Run once',
    decline: 'Don’t run',
    changedArguments:
      'The user changed {count, plural, one {the argument} other {the arguments}} {names} before this call ran.',
    /** What models read in place of texts for the person. */
    model: {
      declined: 'The user declined to run {tool} of “{server}”. Nothing was sent.',
      stopped: '“{server}” stopped before the user answered the request for {tool}. Nothing was sent.',
      timeout: '{doing} took longer than {waited}. The server may have processed the request.',
      scope: '{doing} requires more permissions: {scope}. The user must sign in again in Usher.',
      unauthorized: '{doing} requires authentication. The user must sign in to the server in Usher.',
      scopeWith: '{doing} requires more permissions: {scope} ({text}). The user must sign in again in Usher.',
      unauthorizedWith:
        '{doing} requires authentication: {text}. The user must sign in to the server in Usher.',
      urlFirst:
        '{doing} was refused by the server: {message}. The user must open the page in Usher under Approvals; call again afterwards.',
      notListed: '“{server}” no longer lists {name}. The user can restart the server in Usher.',
      policySinceApproval:
        'The policy for {tool} of “{server}” changed after the approval. Call it again to ask the user anew.',
      sinceApproval: '{tool} of “{server}” changed after the approval. Call it again to ask the user anew.',
      notConfirmed: 'Nothing was sent again, because the review couldn’t be checked. Call again.',
      unreadable: '{name} wasn’t used, because it couldn’t be compared with its review. {reason}',
      pins: 'The reviews of the user couldn’t be read: {reason}',
      unreviewed: '{name} of “{server}” wasn’t used. The user must review it in Usher first.',
      changed:
        '{name} of “{server}” changed after its review: {differences}. The user must review the change in Usher first.',
      disabled: '“{server}” is disabled. The user can enable it in Usher.',
      queued: '“{server}” is waiting to start. Call again in a moment.',
      signingIn: '“{server}” is waiting for the user to sign in in the browser.',
      starting: '“{server}” is starting. Call again in a moment.',
      failed: '“{server}” is not running: {reason} The user can start it in Usher.',
      webtoolChanged: '“{webtool}” is blocked: {change}. The user must review its changes in Usher.',
      unconfigured: '“{webtool}” is not configured. The user must complete its configuration in Usher.',
      webtoolUnreadable: '“{webtool}” couldn’t be read. The user must check it in Usher.',
      webtoolStopped: '“{webtool}” is blocked. The user can check it in Usher.',
      webtoolSilent: 'its server changed the document that the user reviewed, under the same version',
      webtoolDowngraded: 'its server went back to an older version than the user reviewed',
      answersNotSent: 'the answers of the user were not sent. {reason}',
      needsReview: 'The user must review the configuration of “{server}” in Usher before it starts.',
      signedOut: '{place} no longer accepts the sign-in. The user must sign in again in Usher.',
      notOnPath: 'Command “{program}” was not found.',
      signInEnded: 'The sign-in ended without a result. The user must sign in again in Usher.',
    },
    search: {
      noQuery: 'query is missing: say in a few words what the tool should do.',
      none: 'No tool here fits “{query}”. Try other words for what it should do.',
      noNames: 'names must hold 1 to {most} names of tools.',
      noName: 'name is missing: the name of the tool to call.',
      noObject: 'arguments must be an object with the arguments of the tool.',
      missing:
        '{tool} needs more arguments: {arguments}. Nothing was called. describe_tools shows its definition.',
      itself: '{tool} is a tool of Usher itself and cannot be called this way. Call it directly.',
      unknown: 'No tool is called {tool}. Find tools with search_tools.',
      similar: 'No tool is called {tool}. Similar names: {similar}.',
    },
  },
} as const;
