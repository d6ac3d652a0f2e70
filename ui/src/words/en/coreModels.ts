/** Why a model gave no answer. */
const models = {
  unreachable:
    '{provider} couldn’t be reached: {reason}. Check the URL in Settings, and that {provider} is running.',
  timeout: '{provider} sent nothing for {waited}. Run the model again, or choose another one.',
  key: '{provider} doesn’t accept the API key.',
  keyWith: '{provider} doesn’t accept the API key: “{text}”.',
  busy: '{provider} accepts no more requests at the moment.',
  busyWith: '{provider} accepts no more requests at the moment: “{text}”.',
  status: '{provider} responded with HTTP status {status}.',
  statusWith: '{provider} responded with HTTP status {status}: “{text}”.',
  failed: '{provider} stopped.',
  failedWith: '{provider} stopped: “{text}”.',
  invalid: '{provider} sent a response that is not valid: {reason}. Check the type and the URL in Settings.',
  cut: 'The response of {provider} is incomplete. Run the model again.',
  tooLong: 'The response of {provider} is too long. Request fewer tokens.',
  empty: 'The response of {provider} is empty. Run the model again, or choose another one.',
  notAccepted: '{provider} doesn’t accept {content}. Remove it, or choose another model.',
  noKey: 'The API key of {provider} couldn’t be read. {reason}',
  keyCharacters: 'The key contains characters that API keys can’t contain. Enter it again in Settings.',
  next: {
    key: 'Enter the key again in Settings.',
    again: 'Run the model again.',
    retryIn: 'Try again in {wait}.',
    wait: 'Wait, or check your account there.',
    notFound: 'Check that {provider} has this model, and its URL in Settings.',
    later: 'Run the model again later, or choose another one.',
    change: 'Change the request, or choose another model.',
  },
  content: {
    audio: 'audio',
    audioType: 'audio of the type {type}',
    nested: 'a tool use in a tool result',
  },
  reason: {
    tooLong: 'a message is too long',
    notJson: 'a message is not valid JSON',
    noObject: 'a message is not an object',
    missing: 'a message has no “{member}”',
    noModels: 'the list has no models',
    arguments: 'the arguments for the tool “{tool}” are not an object',
    endless: 'the response is too long',
    tooManyParts: 'the response has too many parts',
  },
  prompt: {
    role: 'The role of a message must be user or assistant.',
    empty: 'There is no message to respond to.',
    tokens: 'Allow at least one token.',
    noResult: 'A tool use has no tool result after it.',
    mixed: 'A message with tool results must have the role user and no other content.',
    noUse: 'A tool result has no tool use before it.',
    content: 'Models don’t accept content of the type “{type}”.',
  },
} as const;

/** Why a model provider could not be saved. */
const provider = {
  unknown: 'This provider no longer exists.',
  invalid: 'Some fields are not valid.',
  keyNotSaved: 'The API key couldn’t be saved, so nothing was changed. {reason}',
  tooMany: 'There are already {count, plural, one {# provider} other {# providers}}. Remove one first.',
  name: 'Enter a name of at most {count, plural, one {# character} other {# characters}}.',
  nameTaken: 'Another provider has this name. Choose another one.',
  keyMoved: 'The API key was entered for another URL. Enter it again, or remove it.',
  keyUnencrypted: 'An API key is sent over https:// or to this computer only.',
  keyRequired: '{provider} requires an API key.',
  keyCharacters: 'The API key contains characters that API keys can’t contain.',
  keyGone: 'The key is no longer stored. Enter it again in Settings, under Models.',
  changed: '{provider} was changed outside of Usher. Check its URL in Settings, under Models, and save it.',
  noUrl: 'Enter the URL of the provider, such as https://example.com/v1.',
  url: 'This is not a valid URL. Enter one such as https://example.com/v1.',
  urlParts: 'Remove user name, password, query, and fragment from the URL. Enter a key as the API key.',
  hints: {
    tooMany: 'There are more than {count, plural, one {# row} other {# rows}}.',
    empty: 'Enter a part of the model hints of servers.',
    noModel: 'Choose a model.',
  },
} as const;

/** Texts about models. */
export const modelTexts = { models, provider } as const;
