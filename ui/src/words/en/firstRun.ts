/** Texts of the first screen, shown while there is no server. */
export const firstRun = {
  title: 'Get started with Usher',
  help: 'Connect MCP servers, run their tools, approve what they do.',
  demo: {
    title: 'Try the demo server',
    help: 'A built-in server to explore tools, resources, prompts and approvals.',
    start: 'Start demo server',
  },
  add: {
    help: 'Paste a command, URL or JSON config; nothing runs until you save.',
    paste: 'Paste a command, URL or JSON',
  },
  import: {
    help: 'Import servers from Claude Code, VS Code, Cursor and other apps.',
    find: 'Find servers',
    finding: 'Searching for configurations…',
    none: 'No configuration found in your home directory.',
    review: 'Review {count, plural, one {# server} other {# servers}}',
    unreadable: 'unreadable',
    known: '{count, plural, one {# server} other {# servers}}, {known, number} already added',
  },
} as const;
