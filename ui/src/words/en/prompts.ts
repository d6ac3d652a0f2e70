/** Texts of the prompts screen. */
export const prompts = {
  arguments: '{count, plural, one {# argument} other {# arguments}}',
  as: {
    copy: { text: 'Copy as text', markdown: 'Copy as Markdown', json: 'Copy as JSON' },
    save: { text: 'Save as text…', markdown: 'Save as Markdown…', json: 'Save as JSON…' },
    image: 'Image, {type}, {size}',
    audio: 'Audio, {type}, {size}',
  },
  earlier: {
    title: 'History',
    of: 'History of “{prompt}”',
    none: 'No history yet',
    shown: 'Shown',
    compare: 'Compare with the messages of {time}',
    compareHelp: 'Compare with the messages shown',
  },
  views: { label: 'View', list: 'List', gallery: 'Gallery' },
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
