/** What Usher repaired in the messages of a server. */
const repair = {
  task: 'A notification about a task was ignored: {reason}.',
  taskAnswer: 'The server didn’t accept an answer for its task: {message}',
  tooManyRequests: 'Some requests were declined, because the server sent too many at once.',
  noNotifications: 'The server sends no {capability} notifications, though it declares them.',
  noSubscription: 'The server sends no updates of {uri}.',
  noListening: 'The server declares notifications, but refuses to send them.',
  noServerInfo: 'The server didn’t send its name (serverInfo).',
  member: {
    text: '“{member}” was ignored: it is not a string.',
    flag: '“{member}” was ignored: it is not true or false.',
    size: '“{member}” was ignored: it is not a size.',
    object: '“{member}” was ignored: it is not an object.',
    list: '“{member}” was ignored: it is not an array.',
  },
  icon: {
    noSrc: 'An icon without “src” was ignored.',
    sizesText: 'The “sizes” of an icon were a string, not an array.',
    sizes: 'The “sizes” of an icon were ignored: they are not an array.',
    theme: 'The “theme” of an icon was ignored: it is not “light” or “dark”.',
  },
  content: {
    tool: 'The content of a tool result was {found}, not an array.',
    isError: '“isError” of a tool result was not true or false.',
    unknown: 'A content block of unknown type is shown as raw JSON.',
    mediaType: 'An image or audio content had no media type.',
    prompt: 'The content of a prompt message was {found}, not an object.',
    promptList: 'The content of a prompt message was an array, not an object.',
    promptNone: 'A prompt message had no content.',
  },
  envelope: {
    version: 'A message had no "jsonrpc": "2.0".',
    floatId: 'The id of a message had a decimal point.',
    requestId: 'A request was ignored: its id {id} is not valid.',
    empty: 'A response had neither a result nor an error.',
    nullError: 'A response had a result and "error": null.',
    both: 'A response had a result and an error; the error was used.',
    error: 'An error was not an object.',
    code: 'The code of an error was not an integer.',
    message: 'An error had no message.',
  },
  text: {
    batch: 'Several messages were sent as one batch.',
    rest: 'Text after a message was ignored.',
    joined: 'Several messages were sent without a line break between them.',
    duplicate: 'A message had a property twice; the last one was used.',
    number: 'A number in a message had too many digits and was rounded.',
    utf8: 'A message was not valid UTF-8; the invalid bytes were replaced.',
    halfCharacter: 'A message had half of a character; it was replaced.',
    noNumber: 'A message had a number that JSON does not know; it was replaced by null.',
    control: 'A message had control characters in a string; they were escaped.',
    backslash: 'A message had a backslash that escapes nothing; it was kept as a character.',
  },
  inputSchema: '“inputSchema” was {found}, not an object; any arguments are allowed.',
  noInputSchema: '“inputSchema” was missing; any arguments are allowed.',
  clients: 'Clients get this with {places} changed: their libraries can’t read what the server sent.',
  noClients: 'Clients don’t get this: their libraries can’t read {member}.',
  mended:
    '{count, plural, one {# definition of {method} was} other {# definitions of {method} were}} changed for clients: {names}.',
  withheld:
    '{count, plural, one {# definition of {method} is} other {# definitions of {method} are}} withheld from clients, whose libraries can’t read: {names}.',
  mendedResult:
    'A result was changed for clients, whose libraries can’t read what the server sent in {places}.',
  noCapability: '“{member}” was an empty array; it counts as an empty object.',
  list: {
    none: '“{member}” of {method} was null; it counts as an empty array.',
    one: '“{member}” of {method} was a single object; it counts as an array of one.',
    map: '“{member}” of {method} was an object; its values count as the array.',
    bare: 'The result of {method} was {found}; it counts as “{member}”.',
  },
  values: 'Some proposed values were not strings; their text is used.',
  taskSupport: '“execution.taskSupport” is not valid; the tool never runs as a task.',
  uiResource: '“_meta.ui.resourceUri” is not a “ui://” URI; results are shown without the app.',
  uiVisibility: '“_meta.ui.visibility” is not a list; models and apps may use the tool.',
  noName: 'The name was missing; the URI is used instead.',
  argument: 'An argument was ignored: {fault}',
  httpRefused: 'The server refused {method} with HTTP status {status}.',
  httpRefusedAnswer: 'The server refused a response with HTTP status {status}.',
  session: 'The server ended the session; a new session was started.',
  unknownList: 'The server declares the list of {method}, but doesn’t know the method; the list is empty.',
  printed: 'The server printed text that is not MCP: “{text}”.',
  stdout: 'The server writes logs to stdout ({lines} lines so far) instead of stderr.',
  answerId: 'The response to request {request} had the id {id}.',
  errorId: 'An error had no id of its request.',
  sameId: 'A {method} request was ignored: its id is in use by another request.',
  outsideCall: 'A {method} request was ignored: version {version} doesn’t allow it outside of a call.',
  leftOut:
    'Some progress, log, or resource notifications were skipped, because more than 500 came in a second. The protocol log has all of them.',
  signIn: 'The sign-in couldn’t be saved and ends when Usher quits: {reason}',
} as const;

/** Why an entry of a list cannot be used. */
const entry = {
  noObject: 'Must be an object, but is {found}.',
  empty: '“{member}” is empty.',
  missing: '“{member}” is missing.',
  noText: '“{member}” must be a string, but is {found}.',
  noBody: '“text” and “blob” are missing.',
  duplicate: 'The name is used twice; the first entry is used.',
  header: {
    onSchema: '“x-mcp-header” is set on the whole schema instead of an argument.',
    twice: '“x-mcp-header” uses the header {header} twice.',
    place: '“x-mcp-header” of “{argument}” is at a place that is not fixed.',
    text: '“x-mcp-header” of “{argument}” is not a string.',
    name: '“x-mcp-header” of “{argument}” is not a valid header name: {header}',
    type: '“x-mcp-header” of “{argument}” requires the type string, integer, or boolean.',
  },
} as const;

/** Why a list of a server is incomplete or unknown. */
const list = {
  tooManyPages: 'The list is incomplete: it has more than {count, plural, one {# page} other {# pages}}.',
  pageFailed: 'The list is incomplete: page {page} couldn’t be read ({reason}).',
  tooLong: 'The list is incomplete: it is longer than {size}.',
  tooManyItems: 'The list is incomplete: it has more than {count, plural, one {# entry} other {# entries}}.',
  emptyCursor: 'The list may be incomplete: the server sent an empty cursor.',
  longCursor: 'The list is incomplete: the server sent a cursor of {size}.',
  repeatedCursor: 'The list may be incomplete: the server sent the same cursor again.',
  noCursor: 'The list may be incomplete: {value} is not a valid cursor.',
  toolsFailed: 'The tools of “{server}” couldn’t be read: {reason}. Restart the server to try again.',
  promptsFailed: 'The prompts of “{server}” couldn’t be read: {reason}. Restart the server to try again.',
  resourcesFailed: 'The resources of “{server}” couldn’t be read: {reason}. Restart the server to try again.',
  templatesFailed:
    'The resource templates of “{server}” couldn’t be read: {reason}. Restart the server to try again.',
} as const;

/** Why a response of a server cannot be used, as a part of other texts. */
const response = {
  rounds: 'the server requested input {count, plural, one {# time} other {# times}} without a result',
  refused: 'the server sent a request that is not allowed: {reason}',
  notAllowed: {
    method: '{method} is not supported',
    noUrl: 'an elicitation request in URL mode has no URL',
    mode: 'the elicitation mode “{mode}” is not supported',
    mixedResults: 'a message mixes tool results with other content',
    noToolResult: 'a tool use is not followed by its tool result',
  },
  noList: '{method} has no array “{member}”',
  noObject: '{method} must be an object, but is {found}',
  tooManyValues: 'more than {count, plural, one {# value} other {# values}}',
  noJson: 'JSON error: {reason}',
  tooLong: '{size}, more than the limit of {limit}',
  inputRequests: '“inputRequests” is not an object',
  noInputRequests: 'input is required, but “inputRequests” is empty',
  resultType: 'the result of {method} can’t have the type {type}',
  task: {
    noRequests: 'a task requires input, but has no requests',
    noResult: 'a completed task has no result',
    emptyId: 'the taskId is empty',
    noId: 'the taskId is missing',
    id: 'the taskId must be a string, but is {found}',
    noStatus: 'a task has no status',
    status: '{status} is not a valid task status',
  },
} as const;

/** Why a request of a server was declined automatically. */
const limit = {
  open: 'Three requests of this server were already waiting.',
  rate: 'This server sent ten requests within a minute.',
  muted: 'This server is muted.',
  models: 'Models are disabled for this server.',
} as const;

/** Texts about what servers sent. */
export const protocol = {
  repair,
  entry,
  list,
  response,
  limit,
} as const;
