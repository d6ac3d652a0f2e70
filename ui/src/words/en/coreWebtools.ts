/** Why a webtool can’t be used, added or changed. */
const webtools = {
  unknown: 'This webtool, or this version of it, no longer exists.',
  notReviewed: 'The review of this document was too long ago. Review it again, then add it.',
  configuration: 'The configuration doesn’t match the schema of the webtool.',
  configurationFault: 'Configuration, {path}: {fault}',
  notChecked: 'The configuration couldn’t be checked, so nothing was saved. {reason}',
  credentialsNotSaved: 'The credentials of this webtool couldn’t be saved, so nothing was changed. {reason}',
  noUrl: 'This webtool was added from a pasted document, so it has no URL to check for a new version.',
  noBase: 'The document doesn’t name its server. Enter the URL of the server.',
  notCompared: 'The current document couldn’t be compared with the pinned one.',
  name: 'The name is longer than {count, plural, one {# character} other {# characters}}, or contains invisible characters.',
  change: {
    newer: 'its server has a new version',
    silent: 'its server changed the document that you reviewed, under the same version',
    downgraded: 'its server went back to an older version than you reviewed',
  },
  tampered: {
    bytes:
      'The stored document was changed outside of Usher: its digest doesn’t match, so it is not used. Restore it from its address, or remove the webtool and add it again.',
    consent:
      'The stored webtool was changed outside of Usher: it differs from what you reviewed, so it is not used. Choose one of its versions, or remove the webtool and add it again.',
    notReviewed: 'The webtool was imported from a file and not reviewed yet. Review it before you use it.',
    unreadable:
      'The stored document can’t be read by this version of Usher. Check for a new version of the webtool.',
  },
  url: {
    insecure: '{url} is not encrypted. Use https://; http:// is allowed on this computer only.',
    scheme: '“{scheme}:” is not supported. Use https://.',
    credentials: 'Remove the user name and password from the URL. Enter a token instead.',
  },
  fetch: {
    unreachable: 'The document at {url} couldn’t be downloaded: {reason}.',
    redirects: 'it redirects more than {count, plural, one {# time} other {# times}}',
    elsewhere:
      '{url} redirects to another host, {target}. Usher follows redirects on the same host only. Enter that URL if you trust it.',
    gone: '{url} has no document (HTTP status {status}).',
    goneWith: '{url} has no document (HTTP status {status}): “{text}”.',
    status: '{url} responded with HTTP status {status}.',
    statusWith: '{url} responded with HTTP status {status}: “{text}”.',
    notJson:
      '{url} responded with {type}. The document of a webtool must be application/json; an OpenAPI document can also be application/yaml.',
    noDocument: 'The response of {url} is not a webtool: {reason}.',
    unread: 'it couldn’t be read',
    unusable: 'The webtool metadata at {url} can’t be used: {faults}.',
    unusableOpenApi: 'The OpenAPI document at {url} can’t be used: {faults}.',
  },
  text: {
    tooLong: 'The text is longer than {size}.',
    needsUrl: 'This is webtool metadata. Add the webtool by its URL, because its calls go there.',
    unusable: 'The document can’t be used: {faults}.',
    notOpenApi: 'The text is not an OpenAPI document: {reason}. Paste one as JSON or YAML.',
    unread: 'The text couldn’t be read.',
  },
  version: {
    invalid: 'A version has three numbers with dots, such as 1.4.2.',
    other: 'The server responded with version {found} instead of {version}.',
  },
  otherKind: {
    webtool: 'The URL now has webtool metadata instead of an OpenAPI document. Add it as another webtool.',
    openApi: 'The URL now has an OpenAPI document instead of webtool metadata. Add it as another webtool.',
  },
  contentType: {
    none: 'no content type',
    some: 'the content type “{type}”',
  },
  credential: {
    basic: 'User name and password, written as name:password',
    bearer: 'Access token, sent as Authorization: Bearer',
    header: 'Sent as the header {header}',
    query: 'Sent in the URL as {parameter}',
    cookie: 'Sent as the cookie {cookie}',
  },
  answer: {
    invalid: 'The response is not valid: {reason}. It is shown as raw JSON.',
    noObject: 'it is not a JSON object',
    noStatus: '“status” is missing',
    otherStatus: '“status” is “{status}” instead of “ok” or “error”',
    notJson:
      'The response has {type} instead of application/json (HTTP status {status}). It is shown as it was sent.',
    redirect: 'The response redirects to another URL, which Usher doesn’t follow.',
    okStatus: 'The response has the status “ok”, but the HTTP status {status}.',
    okError: 'The response has the status “ok”, but also an “error”. See the raw JSON.',
    errorStatus: 'The response reports an error, but has the HTTP status {status}.',
    status: 'HTTP status {status}.',
    refused: 'HTTP status {status}: the server doesn’t accept the request.',
    unauthorized:
      'HTTP status {status}: the server requires a credential. Enter it on the page of the webtool.',
    forbidden: 'HTTP status {status}: the server doesn’t allow this.',
    notFound: 'HTTP status {status}: the server doesn’t have this.',
    rateLimited: 'HTTP status {status}: too many requests. Wait, then try again.',
    failed: 'HTTP status {status}: the server failed.',
    error: {
      unknown: 'The response reports an error without a code and a message. See the raw JSON.',
      code: '{code}, without a message.',
      message: '{message} (without a code)',
      both: '{code}: {message}',
    },
    code: {
      notFound:
        'The server no longer has this webtool, or this version of it. Check for a new version on the page of the webtool.',
      schema:
        'The server doesn’t accept the request. If the request matches the pinned document, check for a new version on the page of the webtool.',
      configuration: 'The server doesn’t accept the configuration. Correct it on the page of the webtool.',
      retryAfter: 'Too many requests. The server asks to wait (Retry-After: {after}); Usher doesn’t retry.',
      rateLimit: 'Too many requests. Wait, then try again; Usher doesn’t retry.',
      internal: 'The server failed. Try again later.',
      other: 'This code is specific to the webtool. See its documentation.',
    },
  },
} as const;

/** What is wrong with a document of a webtool, as a part of other texts. */
const document = {
  at: '{field}: {problem}',
  faults: '{faults}',
  moreFaults: '{faults} (and {more, plural, one {# more} other {# more}})',
  missing: 'is missing',
  empty: 'is empty',
  object: 'must be an object',
  list: 'must be an array',
  text: 'must be a string',
  tooLong: 'is longer than {count, plural, one {# character} other {# characters}}',
  version: '“{version}” is not a semantic version such as 1.4.2',
  versionText: 'must be a string such as “1.4.2”',
  versionMissing: 'is missing; a webtool has a semantic version such as 1.4.2',
  noActions: 'is empty, so there is nothing to run',
  tooManyActions:
    'has {count, plural, one {# entry} other {# entries}}, more than the limit of {limit, number}',
  actionTwice: 'another action is also named “{name}”',
  operationTwice: 'another operation is also named “{name}”',
  noSchema: 'must be a JSON Schema, which is an object',
  describesObject: 'must describe an object',
  yaml: 'the YAML is not valid',
  yamlAt: 'the YAML is not valid (line {line}, column {column})',
  openApi: '“{version}” is not supported (supported: OpenAPI 3.0 and 3.1)',
  noOperations: 'has no operations, so there is nothing to run',
  noUsableOperation: 'has no operation that Usher can run',
  tooManyOperations: 'has more than {count, plural, one {# operation} other {# operations}}',
  copied: 'are referred to so often that they would be larger than {size}',
  parameter: 'has an entry without “name” or “in”',
  parameterIn: '“in” is “{place}” instead of path, query, header, or cookie',
  foreign: 'refers to “{reference}” outside of the document, which Usher doesn’t fetch',
  endless: 'refers to itself without end',
  omitted: {
    otherServer: 'has another server than the other operations',
    body: 'has a body that a form can’t create',
  },
  other: {
    notJson: 'it is not valid JSON',
    noObject: 'it is JSON, but not an object',
    noActions: 'it is neither webtool metadata (“actions” is missing) nor an OpenAPI document',
  },
} as const;

/** Texts about webtools. */
export const webtoolTexts = { webtools, document } as const;
