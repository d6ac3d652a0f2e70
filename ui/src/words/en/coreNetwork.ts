/** Why an address was not reached, as a part of other texts. */
const net = {
  scheme: 'the scheme “{scheme}:” is not supported',
  credentials: 'the URL contains a user name or password',
  noHost: 'the URL has no host',
  notHttps: 'the URL doesn’t start with https://',
  private: 'the URL leads to a private address',
  privateOnly: 'the host leads to private addresses only',
  headerValue: 'the value of the header {header} contains characters that headers can’t contain',
  endpointInvalid: 'the server named an endpoint that is not a valid URL ({endpoint})',
  endpointElsewhere: 'the server named an endpoint on another host ({host})',
  refused: 'Usher doesn’t connect to it ({reason})',
  status: 'the server responded with HTTP status {status}',
  tooLarge: 'the response is larger than {size}',
  noResponse: 'there was no response within {waited}',
  timedOut: 'the request timed out',
  timedOutWith: 'the request timed out ({detail})',
  failed: 'the request failed',
  failedWith: 'the request failed ({detail})',
  tls: {
    old: 'the server doesn’t support TLS 1.2 or newer ({fault})',
    failed: 'the TLS connection failed ({fault})',
    expired: 'its certificate has expired',
    notYet: 'its certificate is not valid yet, or the clock of this computer is wrong',
    otherHost: 'its certificate is for another host',
    issuer: 'its certificate was not issued by a trusted authority',
    revoked: 'its certificate was revoked',
    invalid: 'its certificate is not valid ({fault})',
  },
} as const;

/** Why an exchange with an MCP server had no result, as a part of other texts. */
const exchange = {
  cancelled: 'the request was cancelled',
  declined: 'the call ended because a request of the server was declined',
  rejected: 'the server responded with an error: {message} (code {code})',
  rejectedSilently: 'the server responded with error code {code} and no message',
  headerMismatch: 'the server found that headers and body of the request differ: {message} (code {code})',
  missingCapability: 'the server requires a capability that Usher doesn’t declare: {message} (code {code})',
  unsupportedVersion:
    'the server doesn’t support the protocol version of the request: {message} (code {code})',
  undecodable: 'the response is not valid ({fault})',
  taskLost: 'the call ended without a result: {reason}',
  notOffered: 'the server doesn’t support {capability}',
  unauthorized: 'the server requires authentication',
  unauthorizedWith: 'the server requires authentication: {text}',
  unanswered: 'the exchange ended without a response',
  notSent: 'the request couldn’t be sent ({detail})',
  status: 'the server responded with HTTP status {status}: {text}',
  redirected: 'the server redirects with HTTP status {status} to {to}',
  tryLater: '{reason}; it asks to wait {waited}',
  noMessage: 'the server responded with HTTP status {status} and no message: {text}',
  noBody: 'the server responded with HTTP status {status} and an empty body',
  accepted: 'the server accepted the request with HTTP status {status}, but didn’t respond to it',
  encoding: 'the response has the encoding {encoding}, which Usher didn’t ask for',
  sessionLost: 'the server ended the session, and a new one couldn’t be started',
  sessionsForgotten: 'the server ends every session at once',
  closing: 'the connection is closing',
  streamEnded: 'the stream of the server ended without a response',
  streamBroken: 'the stream of the server broke off: {reason}',
  streamSilent: 'the server sent nothing for {waited}',
  notResumed: '{fault}, and it couldn’t be resumed',
  notResumedStatus: '{fault}, and it couldn’t be resumed (HTTP status {status})',
  noEndpoint: 'the stream of the server names no endpoint',
  noStream: 'the server opens no stream',
  noVersions: 'the response to server/discover names no protocol versions',
  noObject: 'the response to initialize is not an object',
  echo: 'it returns the requests it gets',
  foreignId: 'it responds under the id {id}, which no request has',
  noVersion: 'the response to initialize has no “protocolVersion”',
} as const;

/** What a connection test does, and what it found. */
const connectionTest = {
  programFound: 'Program found',
  processStarted: 'Process started',
  handshake: 'Connected',
  listsRead: 'Lists read',
  path: '{path}',
  process: 'process {pid}',
  version: 'MCP {version}',
  lists: '{lists}',
  tools: '{count, plural, one {# tool} other {# tools}}',
  resources: '{count, plural, one {# resource} other {# resources}}',
  templates: '{count, plural, one {# resource template} other {# resource templates}}',
  prompts: '{count, plural, one {# prompt} other {# prompts}}',
} as const;

/** Why a sign-in failed. */
const oauth = {
  unreachable: 'The sign-in at {place} failed: {reason}. Try again later.',
  otherResource:
    'The sign-in of the server is for another address, “{resource}”, so Usher doesn’t use it. Tell the operator of the server.',
  noMetadata: '{issuer} has no sign-in metadata. Tell the operator of the server.',
  otherIssuer:
    'The authorization server {expected} sent the issuer “{found}”, so Usher doesn’t use it. Tell the operator of the server.',
  noPkce:
    '{issuer} doesn’t support PKCE with S256, so Usher doesn’t use it. Tell the operator of the server.',
  presets:
    'The sign-in page of {issuer} already sets “{parameter}”, which only Usher may set, so Usher doesn’t use it. Tell the operator of the server.',
  needsClient:
    '{issuer} accepts registered clients only. Register Usher there, then enter the client ID here.',
  notRegistered: '{issuer} didn’t register Usher: {reason}.',
  notOpenable: 'The sign-in page was not opened. {reason}',
  noListener: 'Usher can’t wait for the browser: {reason}. Try again.',
  noBrowser: 'This program can’t open a browser. Open Usher’s window to sign in.',
  denied: 'The sign-in was declined in the browser. To connect, sign in again.',
  refused: '{issuer} refused the sign-in: {reason}.',
  wrongIssuer:
    'The response came from another authorization server, so Usher doesn’t use it. Tell the operator of the server.',
  tooLate: 'The sign-in in the browser took too long. Sign in again.',
  noToken: '{issuer} issued no token: {reason}.',
  quoted: '“{text}”',
  noCode: 'the response has no authorization code',
  invalidResponse: 'the response is not valid',
  noTokenFound: 'the response has no token',
  accessToken:
    'the access token has fewer than {count, plural, one {# character} other {# characters}}, or other characters than letters, digits, and -._~+/',
  refreshToken:
    'the refresh token has fewer than {count, plural, one {# character} other {# characters}}, or characters that can’t be printed',
  tokenType: 'the token type “{type}” is not supported',
  noUrl: 'Only a server with a URL has a sign-in.',
  notReviewed: 'The sign-in was not reviewed. Review it first.',
  notSaved: 'The sign-out couldn’t be saved. {reason}',
} as const;

/** Why the system keyring doesn’t store or return a secret. */
const keyring = {
  absent:
    'Usher can’t reach a keyring on this system (no Secret Service on the session bus). Install and start gnome-keyring, KWallet, or KeePassXC, or keep new secrets for this run only.',
  locked: 'The system keyring is locked. Unlock it, or keep new secrets for this run only.',
  lockedWith: 'The system keyring is locked ({detail}). Unlock it, or keep new secrets for this run only.',
  notSetUp:
    'The system keyring has no password yet. Try again to set it up, or keep new secrets for this run only.',
  silent: 'The system keyring doesn’t respond. Try again, or keep new secrets for this run only.',
  unanswered:
    'The password prompt of the system was not answered. Try again, or keep new secrets for this run only.',
  failed: 'The system keyring failed: {detail}. Try again, or keep new secrets for this run only.',
  notStored: 'The secret is no longer stored. Edit the server and enter the value again.',
  refused: 'The system keyring refused the secret: {reason}.',
  reason: {
    tooLong: 'it is longer than {limit, plural, one {# character} other {# characters}}',
    changed: 'the stored entry was changed outside of Usher',
    ambiguous: 'there are several entries of the same name',
    unsupported: 'the keyring doesn’t support this',
    other: '{detail}',
  },
} as const;

/** Texts about addresses, connections, sign-ins and the keyring. */
export const network = { net, exchange, connectionTest, oauth, keyring } as const;
