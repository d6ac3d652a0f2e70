/** Texts of the prompts screen. */
export const prompts = {
  arguments: '{count, plural, one {# argument} other {# arguments}}',
  get: 'Get prompt',
  gone: {
    help: '“{server}” is not running or no longer lists this prompt.',
    removed: 'The server was removed.',
    title: 'Prompt not available',
  },
  messages: {
    count: '{count, plural, one {# message} other {# messages}}, {time}',
    none: 'The server returned no messages.',
    of: 'Messages of “{prompt}”',
    raw: 'Raw JSON of “{prompt}”',
    title: 'Messages',
    view: 'View of the messages',
  },
  noArguments: 'This prompt takes no arguments.',
  noMessages: { help: 'Get the prompt to see its messages.', title: 'No messages yet' },
  select: 'Select a prompt',
  unknownServer: 'The server',
} as const;
