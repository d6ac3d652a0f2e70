/** Texts of the command palette and of the list of keyboard shortcuts. */
export const palette = {
  title: 'Search everything',
  field: 'Search servers, tools, resources, prompts and commands',
  commands: 'Commands',
  empty: 'No results for “{query}”',
  command: {
    addServer: 'Add server',
    import: 'Import servers',
    startDemo: 'Start demo server',
    protocolLog: 'Show or hide protocol log',
    lightTheme: 'Light theme',
    darkTheme: 'Dark theme',
    systemTheme: 'System theme',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    screens: 'Open Servers, Tools, Resources, Prompts, Approvals, Activity or Settings',
    searchList: 'Search the list',
    moveInList: 'Previous or next list item',
    runTool: 'Run tool',
    approvals: 'Approvals: next, previous, edit, decline',
    accept: 'Approvals: accept or send',
    close: 'Close dialog or panel',
  },
} as const;
