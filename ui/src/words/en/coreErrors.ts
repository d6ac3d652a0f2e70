import { contents, media } from './coreContents';

/** What is wrong with a value that does not match its JSON Schema, or with the schema. */
const schema = {
  missing: 'Required.',
  unexpected: 'Unknown property.',
  propertyName: 'The property name is not valid: {fault}',
  type: 'Must be {wanted}, but is {found}.',
  enum: 'Must be one of {options}.',
  const: 'Must be {value}.',
  minimum: 'Must be at least {limit}.',
  maximum: 'Must be at most {limit}.',
  exclusiveMinimum: 'Must be greater than {limit}.',
  exclusiveMaximum: 'Must be less than {limit}.',
  multipleOf: 'Must be a multiple of {factor}.',
  empty: 'Must not be empty.',
  minLength: 'Must have at least {count, plural, one {# character} other {# characters}}.',
  maxLength: 'Must have at most {count, plural, one {# character} other {# characters}}.',
  minItems: 'Must have at least {count, plural, one {# item} other {# items}}.',
  maxItems: 'Must have at most {count, plural, one {# item} other {# items}}.',
  minProperties: 'Must have at least {count, plural, one {# property} other {# properties}}.',
  maxProperties: 'Must have at most {count, plural, one {# property} other {# properties}}.',
  unevaluatedItems: 'Has items that are not allowed.',
  uniqueItems: 'Must not contain an item twice.',
  contains: 'The required item is missing.',
  pattern: 'Must match the pattern {pattern}.',
  notAllowed: 'Not allowed.',
  not: 'Matches a schema that is excluded.',
  anyOf: 'Matches none of the {count, plural, one {# allowed schema} other {# allowed schemas}}.',
  oneOf: 'Matches several schemas, but must match exactly one.',
  slowPattern: 'Couldn’t be checked: the pattern takes too long.',
  unreadPattern: 'Couldn’t be checked: the pattern {pattern} can’t be read.',
  other: '{fault}',
  typeName: {
    null: 'null',
    boolean: 'true or false',
    number: 'a number',
    integer: 'an integer',
    string: 'a string',
    array: 'an array',
    object: 'an object',
    other: 'of type {type}',
    several: '{first} or {last}',
  },
  format: {
    dateTime: 'Must be a date and time, such as 2026-01-31T12:00:00Z.',
    date: 'Must be a date, such as 2026-01-31.',
    time: 'Must be a time, such as 12:00:00Z.',
    email: 'Must be an email address.',
    uri: 'Must be a full URI, such as https://example.com.',
    uuid: 'Must be a UUID.',
    ipv4: 'Must be an IPv4 address.',
    ipv6: 'Must be an IPv6 address.',
    hostname: 'Must be a host name.',
    other: 'Must have the format {format}.',
  },
  invalid: 'The schema is not valid JSON Schema: {fault}',
  invalidAt: 'The schema is not valid JSON Schema at {path}: {fault}',
  reference: 'The schema refers to something outside of it, which Usher doesn’t fetch: {reference}.',
  tooDeep: 'The schema is nested more than {count, plural, one {# level} other {# levels}} deep.',
  tooLong: 'The schema is longer than {size}.',
  tooManyReferences: 'The schema refers to itself too often to be checked.',
  notChecked: 'The value couldn’t be checked against the schema: {reason}.',
} as const;

/** Why a worker process did not do its work. */
const worker = {
  busy: 'too much work of this server is waiting',
  tooLong: 'it takes too long',
  failed: 'it needs too much memory, or Usher failed',
} as const;

/** What is wrong with a field of a server’s configuration. */
const field = {
  label: {
    invisible: 'The name contains control or invisible characters. Type it again without them.',
    tooLong: 'The name is longer than {count, plural, one {# character} other {# characters}}.',
    taken: 'A server named “{server}” exists already. Choose another name.',
  },
  command: {
    empty: 'Enter a command, such as npx, uvx, or a path.',
    control: 'The command contains a line break or a NUL character. Enter one command name or path.',
    invisible: 'The command contains control or invisible characters. Type it again without them.',
  },
  args: {
    tooMany: 'There are more than {count, plural, one {# argument} other {# arguments}}.',
    control: 'Argument {position} contains a line break or a NUL character.',
    invisible: 'Argument {position} contains control or invisible characters. Type it again without them.',
    tooLong: 'Argument {position} is longer than {size}.',
  },
  cwd: {
    control: 'The working directory contains a line break or a NUL character.',
    invisible: 'The working directory contains control or invisible characters. Type it again without them.',
    relative: 'Enter the working directory as an absolute path.',
  },
  secret: {
    missing: '{reference} refers to a secret without a value. Enter the value, or remove the reference.',
    unused:
      'Nothing refers to the secret “{name}”. Insert {reference} where it is used, or remove the secret.',
    empty: 'Enter a value for the secret “{name}”.',
    moved: 'The secret “{name}” was entered for another URL. Enter its value again.',
    notStored: 'No value is stored for the secret “{name}”. Enter its value.',
    unnamed: 'Enter a name for the secret.',
    name: '“{name}” is not a valid secret name. Use letters, digits and - _ . only.',
  },
  env: {
    unnamed: 'Enter a name for the environment variable.',
    name: '“{name}” is not a valid environment variable name. Remove “=” and control or invisible characters.',
  },
  header: {
    unnamed: 'Enter a name for the header.',
    name: '“{name}” is not a valid header name. Use letters, digits and - _ . only.',
    ofUsher: 'Usher sets the header “{name}”. Remove it here.',
  },
  value: {
    tooMany: 'There are more than {count, plural, one {# entry} other {# entries}}.',
    twice: '“{name}” is used twice. Remove one of them.',
    tooLong: 'The value is longer than {size}.',
    nul: 'The value contains a NUL character.',
    control: 'The value contains a line break or a NUL character.',
    invisible:
      'The value contains control or invisible characters. Type it again without them, or save it as a secret.',
    header: 'The value contains a line break or another character that headers can’t contain.',
  },
  url: {
    empty: 'Enter the URL of the server, such as https://example.com/mcp.',
    relative: '“{url}” is not a full URL. Start it with https://.',
    invalid: 'The URL is not valid: {reason}.',
    insecure:
      'http:// is not encrypted, so it is allowed on this computer and the local network only. Use https://.',
    scheme: '“{scheme}:” is not supported. Use https://, or http:// on this computer.',
    placeholder: 'Replace {placeholder} at the start of the URL.',
    noScheme: 'The URL has no scheme. Use http://{url} on this computer.',
    webSocket: 'WebSocket is not supported. Use the http or https URL of the server.',
    credentials:
      'Remove the user name and password from the URL. Enter them as a secret header, such as Authorization.',
    fragment: 'Remove the part after “#”. It is never sent to a server.',
  },
  limit: 'Must be between {min} and {max}.',
  arguments: 'Must be a JSON object.',
  configuration: 'Must be a JSON object.',
  required: 'Required.',
  parameter: '{reason}.',
} as const;

/** Why a URI template is not valid. */
const uriTemplate = {
  invalid: 'The URI template is not valid at character {position}: {reason}.',
  nested: 'an opening brace inside braces',
  unclosed: 'the brace is never closed',
  unopened: 'a closing brace without an opening one',
  empty: 'no variable between the braces',
  reserved: 'the operator is reserved',
  prefix: 'the length after : must be a number from 1 to 9999',
  unnamed: 'a variable without a name',
  name: 'a variable name with a character that is not allowed',
} as const;

/** Why a request to a server had no result. */
const request = {
  doing: {
    call: 'Running {tool} of “{server}”',
    prompt: 'Getting the prompt {prompt} of “{server}”',
    read: 'Reading {uri} from “{server}”',
    subscribe: 'Subscribing to {uri} of “{server}”',
    unsubscribe: 'Unsubscribing from {uri} of “{server}”',
    complete: 'Asking “{server}” to complete {argument}',
    logLevel: 'Setting the log level of “{server}”',
  },
  unknownServer: 'This server no longer exists.',
  cancelled: 'Cancelled.',
  timeout: '{doing} took longer than {waited}. Try again, or raise the timeout in Settings.',
  closed: '{doing} failed because {reason}. The server may have processed the request.',
  undecodable: '{doing} failed: the response is not valid ({fault}).',
  taskLost: '{doing} ended without a result: {reason}.',
  notOffered: '{doing} failed: the server doesn’t support {capability}.',
  scope: '{doing} requires more permissions: {scope}. Sign in again on the server’s page.',
  scopeWith: '{doing} requires more permissions: {scope} ({text}). Sign in again on the server’s page.',
  unauthorizedWith: '{doing} requires authentication: {text}. Sign in on the server’s page, then try again.',
  unauthorized: '{doing} requires authentication. Sign in on the server’s page, then try again.',
  failed: '{doing} failed: {detail}',
  rejectedSilently: '{doing} was refused by the server with error code {code} and no message.',
  rejected: '{doing} was refused by the server: {message}',
  urlFirst:
    '{doing} was refused by the server: {message}. Open the page under Approvals, then run the tool again.',
  arguments: 'The arguments don’t match the input schema of {tool}.',
  notChecked: 'The arguments for {tool} couldn’t be checked, so nothing was sent. {reason}',
  closing: 'Usher is closing. The call continues when Usher runs again.',
  runsAlready: 'This call is already running.',
  promptArguments: 'The prompt {prompt} requires more arguments.',
  template: 'The template {template} can’t be used. {fault}',
  declined: 'You declined to run {tool} of “{server}”. Nothing was sent.',
  stopped: '“{server}” stopped before you answered the request for {tool}. Nothing was sent.',
  forbiddenByTool: '{tool} of “{server}” didn’t run: the policy of this tool is “Block”.',
  forbiddenByEffect: '{tool} of “{server}” didn’t run: the policy for tools with the same effect is “Block”.',
  forbiddenByServer: '{tool} of “{server}” didn’t run: the policy for all tools of this server is “Block”.',
  policySinceApproval:
    'The policy for {tool} of “{server}” changed after your approval. Call it again to be asked anew.',
  listTimeout: '{name} of “{server}” wasn’t used: its list changed and couldn’t be read in time. Try again.',
  notOfferedItem: '“{server}” doesn’t offer {name}.',
  notListed: '“{server}” no longer lists {name}. Restart the server to read its lists.',
  noTool: '“{server}” has no tool named {name}.',
  noAction: '“{server}” has no action named {name} in the version in use.',
  notDeclared: '“{server}” no longer declares {name}.',
  messageGone: 'This message is no longer in the protocol log.',
  notSent: 'Only messages that Usher sent can be copied as a command. Copy this one as JSON.',
  lost: {
    unknown: 'the task no longer exists on the server ({message})',
    cancelled: 'the server cancelled the task',
    cancelledWith: 'the server cancelled the task ({message})',
    legacy: 'the server now uses a protocol version in which answers can’t be sent later',
    removed: 'the server was removed',
    changed: 'the configuration of the server changed',
    notSent: 'your answers were not sent. {reason}',
  },
  review: {
    notConfirmed: 'Nothing was sent again, because the review couldn’t be checked. Run it again.',
    unreadable: '{name} wasn’t used, because it couldn’t be compared with your review. {reason}',
    pins: 'Your reviews couldn’t be read: {reason}',
    none: '{name} of “{server}” wasn’t used. Review it, then try again.',
    altered: '{name} of “{server}” wasn’t used: its review was changed in the database. Review it again.',
    changed:
      '{name} of “{server}” changed after your review: {differences}. Review the change, then try again.',
    changedMore:
      '{name} of “{server}” changed after your review: {differences} (and {more, plural, one {# more} other {# more}}). Review the change, then try again.',
    sinceApproval: '{tool} of “{server}” changed after your approval. Call it again to be asked anew.',
    single: '{name} of “{server}” must be reviewed by itself. Nothing was saved.',
    other: '{name} of “{server}” changed in the meantime. Review it again; nothing was saved.',
    notVarying:
      'More of {name} of “{server}” changed than the order of a set, a date, a number or a path. Review the change; nothing was saved.',
  },
  state: {
    disabled: '“{server}” is disabled. Enable it and try again.',
    queued: '“{server}” is waiting to start. Try again in a moment.',
    signingIn: '“{server}” is waiting for you to sign in in the browser.',
    starting: '“{server}” is starting. Try again in a moment.',
    retrying: '“{server}” is not running: {reason} Usher will start it again.',
    failed: '“{server}” is not running: {reason} {nextStep}',
  },
  webtool: {
    changed: '“{webtool}” is blocked: {change}. Review its changes on its page.',
    unreadable: 'The document of “{webtool}” couldn’t be read.',
    invalid: '{action} of “{webtool}” can’t be sent: {reason}.',
    address: '“{webtool}” can’t be called. {reason}',
    notChecked: 'The configuration of “{webtool}” couldn’t be checked, so nothing was sent. {reason}',
    unconfigured: '“{webtool}” is not configured. Complete its configuration on its page.',
    stopped: '“{webtool}” is blocked. {reason}',
    credential: 'A credential of “{webtool}” couldn’t be read. {reason}',
    timeout: '{doing} took longer than {waited}. The server may have processed the request.',
    tooLarge: '{doing} failed: the response is larger than {size}.',
    refused: '{doing} failed: {reason}. Nothing was sent.',
    unread: '{doing} failed: the response couldn’t be read.',
    problem: {
      method: '“{method}” is not an HTTP method',
      cookie: 'a cookie contains characters that headers can’t contain',
      path: '{parameter} needs a value that URLs can contain',
      outside: 'the URL of the action is outside of its server',
      reservedHeader: 'the header {header} can’t be set by a parameter',
      headerName: '“{header}” is not a valid header name',
      credential: 'the credential {name} contains characters that headers can’t contain',
    },
  },
} as const;

/** Why an operation of the window failed before it reached a server. */
const operation = {
  panicked: 'Internal error in {operation}. Try again, or report it with the log file.',
  parameters: 'The parameters of {operation} are not valid: {field}: {reason}.',
  result: 'The result of {operation} couldn’t be written: {reason}',
  unknown: 'There is no operation {operation}.',
  noData: 'Usher’s data is not open.',
  closing: 'Usher is closing.',
  noQuit: 'This program can’t be quit from here. Close its window.',
  tooLarge: 'The input is larger than {size}. Shorten it, then try again.',
} as const;

/** Why Usher’s data could not be opened or changed. */
const store = {
  notFound: 'This item no longer exists.',
  unwritable: 'Usher couldn’t write to {path}: {reason}. Nothing was changed. {hint}',
  heldUnwritable: 'This applies until Usher closes, but couldn’t be saved to {path}: {reason}. {hint}',
  heldOther: 'This applies until Usher closes, but couldn’t be saved: {reason}',
  other: 'The database couldn’t be used: {reason}',
  tooNew:
    'The data in {path} was written by a newer version of Usher. Install that version, or move the file away to start with an empty database.',
  openUnwritable: 'Usher can’t use its database {path}: {reason}. {hint}',
  openOther: 'The database {path} couldn’t be opened: {reason}',
  noHome: 'This system has no home directory. Set USHER_DATA_DIR to a folder for Usher’s data.',
  folderUnwritable:
    'Usher couldn’t write to its data folder {path}: {reason}. Make it writable or free some space, then start again.',
  folderOpenToAll:
    'Other users of this computer can write to the data folder {path}. Remove that permission (chmod go-w), then start again.',
  folderNotOwn:
    'The data folder {path} belongs to another user of this computer. Start Usher as that user, or set USHER_DATA_DIR to a folder of your own, then start again.',
  folderLink:
    'The folder {path} is a link to another place, where Usher would delete files and change permissions. Remove the link, or set USHER_DATA_DIR to a folder in that place, then start again.',
  folderInUse:
    'The data folder {path} is in use by another program. Quit it, or set USHER_DATA_DIR to another folder, then start again.',
  reason: {
    full: 'the disk is full',
    readOnly: 'the file or folder is read-only',
    busy: 'another program is using it',
    large: 'it would become too large',
    io: 'the disk failed',
    locked: 'the keyring is locked, so Usher cannot check what it wrote before',
    moved: 'the data folder was moved or replaced while Usher was running',
    link: 'it is a link to another file',
  },
  hint: {
    full: 'Free some space, then try again.',
    readOnly: 'Make the folder writable, then try again.',
    busy: 'Close the other program, then try again.',
    large: 'Shorten what is saved, then try again.',
    io: 'Check the disk, then try again.',
    locked: 'Unlock the keyring, then start Usher again.',
    moved: 'Move it back, or start Usher again.',
    link: 'Move the file there, or set USHER_DATA_DIR to its folder.',
    start: 'Make the folder writable or free some space, then start again.',
  },
} as const;

/** Why a server could not be changed. */
const edit = {
  draft: 'Nothing was saved. {fault}',
  secrets: 'The secrets of this server couldn’t be saved, so nothing was changed. {reason}',
  disabled: '“{server}” is disabled. Enable it first.',
  changed: 'The configuration changed in the meantime. Review it again; nothing was saved.',
  tooLate: 'This server can no longer be restored. Add it again.',
  offerGone: '“{server}” is no longer in {path}. Search again.',
} as const;

/** Why a root could not be added. */
const folder = {
  refused: 'This folder can’t be added. {reason}',
  notAbsolute: 'Enter an absolute path.',
  goesUp: 'Enter a path without “..”.',
  missing: 'The folder doesn’t exist.',
  notAFolder: 'This is a file, not a folder.',
  unreadable: 'Usher has no permission to read this folder.',
  unnameable: 'The path contains characters that a URI can’t represent.',
  alreadyThere: 'This folder is already in the list.',
  tooMany: 'There are already {count, plural, one {# folder} other {# folders}}. Remove one first.',
  choosing: 'The dialog for choosing a folder is already open.',
  noDialog: 'The dialog for choosing a folder couldn’t be opened: {reason}. Enter the path instead.',
  noWindow: 'This program has no window for a dialog. Enter the path instead.',
  noText: 'The path of this folder is not valid text. Choose another folder.',
} as const;

/** How a connection ended, as a part of other texts. */
const connection = {
  process: 'the process of the server {exit}',
  exited: 'exited with code {code}',
  killed: 'was killed by signal {signal}',
  ended: 'ended',
  closed: 'the connection was closed',
  notReading: 'the server stopped reading its input',
  inputClosed: 'the server closed its input',
  outputClosed: 'the server closed its output',
  sessionEnded: 'the session ended',
  streamClosed: 'the server closed its stream',
  otherVersion: 'the server ended the session and uses another protocol version now',
  unreachable: '{host} no longer responds',
} as const;

/** Texts about what failed. */
export const errors = {
  schema,
  worker,
  field,
  uriTemplate,
  request,
  operation,
  store,
  edit,
  folder,
  contents,
  media,
  connection,
} as const;
