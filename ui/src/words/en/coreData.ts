/** What a person should know about a start of Usher. */
const notice = {
  databaseMoved:
    'The database was damaged ({reason}) and was moved to {path}. Usher started with an empty one; nothing was deleted.',
  approvalsLost:
    'Your approvals couldn’t be read from {path} ({reason}). Review each server and webtool before it is used.',
  approvalsMoved: 'The file was moved to {path}.',
  noKeyring:
    'The system keyring couldn’t be read, so Usher can’t tell whether another program changed its configuration. Nothing runs until you unlock the keyring, or save a server again.',
  changed:
    '{count, plural, one {The stored configuration of # server, webtool or model provider was changed outside Usher. It is not used until you review it.} other {The stored configurations of # servers, webtools or model providers were changed outside Usher. They are not used until you review them.}}',
  callsDropped:
    '{count, plural, one {# call that was waiting for your answer was changed outside Usher. It was cancelled, and nothing was sent.} other {# calls that were waiting for your answers were changed outside Usher. They were cancelled, and nothing was sent.}}',
  tasksDropped:
    '{count, plural, one {# task that was running was changed outside Usher, or was begun while the keyring was locked. It was dropped, and its result goes to nobody.} other {# tasks that were running were changed outside Usher, or were begun while the keyring was locked. They were dropped, and their results go to nobody.}}',
  settings: 'The settings couldn’t be read, so the defaults are used. {reason}',
  roots: 'The roots couldn’t be read, so none is shared with servers. {reason}',
  policies: 'The policies for tools couldn’t be read, so none applies. {reason}',
  clients: 'The clients couldn’t be read, so each of them is asked about again. {reason}',
  muted: 'The list of muted servers couldn’t be read, so no server is muted. {reason}',
  servers: 'The servers couldn’t be read. {reason}',
} as const;

/** Why a file of Usher is damaged. */
const damage = {
  folder: 'it is a folder',
  noFile: 'it is not a regular file',
  tooLarge: 'it is too large',
  cutOff: 'it is cut off',
  name: 'a name in it is not valid text',
  foreign: 'it is not a database of Usher',
  migrations: 'the record of its versions is not valid',
  tables: 'its tables were changed',
  table: 'the table “{table}” can’t be read',
} as const;

/** Why data of Usher could not be read or saved. */
const data = {
  settingsInvalid: 'Some settings are not valid.',
  settingsUnsaved: 'The settings couldn’t be saved. {reason}',
  callUnreadable: 'This version of Usher can’t read the stored call.',
  logUnwritable:
    'The protocol log couldn’t be written to {folder}: {reason}. Free some space or make the folder writable, then save again.',
  recordUnwritable:
    'The approval record couldn’t be written to {folder}: {reason}. Free some space or make the folder writable, then save again.',
} as const;

/** What is wrong with a parameter of an operation. */
const parameter = {
  missing: '“{field}” is missing',
  twice: '“{field}” is used twice',
  wanted: 'must be {wanted}',
  options: 'must be one of {options}',
  malformed: 'wrong format',
} as const;

/** Why Usher does not open a URL. */
const address = {
  invalid: 'The URL is not valid.',
  unencrypted: 'The URL is not encrypted (http://). Usher opens https:// only.',
  scheme: 'Usher opens https:// URLs only.',
  userName: 'The URL contains a user name, which can make it look like another URL.',
} as const;

/** Texts about the data of Usher and about what comes in. */
export const stored = { notice, damage, data, parameter, address } as const;
